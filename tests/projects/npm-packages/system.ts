import { tmpdir } from "node:os";
import { join } from "node:path";

/** Packages about time, programs, files and logs. */
export const system: Record<string, () => unknown> = {
  async async() {
    const { default: async } = await import("async");
    return await async.mapLimit(
      [1, 2, 3],
      2,
      async (n: number) => await Promise.resolve(n * 2),
    );
  },
  async bluebird() {
    const { default: Bluebird } = await import("bluebird");
    return await Bluebird.map(
      [1, 2],
      (n: number) => Bluebird.delay(1).then(() => n + 1),
    );
  },
  async chalk() {
    const { Chalk, default: chalk } = await import("chalk");
    return [chalk.red("plain"), new Chalk({ level: 1 }).red("red")];
  },
  async commander() {
    const { Command } = await import("commander");
    const program = new Command().exitOverride().option("-n, --number <n>")
      .argument("<file>");
    program.parse(["-n", "5", "a.txt"], { from: "user" });
    return [program.opts(), program.args];
  },
  async debug() {
    const { default: debug } = await import("debug");
    debug.enable("workflow:*");
    debug("workflow:test")("debug %s", "logs");
    return debug.enabled("workflow:x");
  },
  async "fs-extra"() {
    const { default: fs } = await import("fs-extra");
    const file = join(tmpdir(), "deep", "down", "a.json");
    await fs.outputJson(file, { kept: true });
    await fs.copy(join(tmpdir(), "deep"), join(tmpdir(), "copy"));
    return [
      await fs.readJson(join(tmpdir(), "copy", "down", "a.json")),
      await fs.pathExists("/etc/passwd"),
    ];
  },
  async glob() {
    const { glob } = await import("glob");
    return (await glob("*.ts", { cwd: import.meta.dirname ?? "" })).sort();
  },
  async "p-limit"() {
    const { default: pLimit } = await import("p-limit");
    const limit = pLimit(1);
    return await Promise.all([1, 2].map((n) => limit(() => n * 2)));
  },
  async pino() {
    const { default: pino } = await import("pino");
    pino({ base: null, timestamp: false }).info({ a: 1 }, "pino logs");
    return pino.levels.values.info;
  },
  async rxjs() {
    const { from, lastValueFrom, map, reduce } = await import("rxjs");
    return await lastValueFrom(
      from([1, 2, 3]).pipe(map((n) => n * 2), reduce((sum, n) => sum + n, 0)),
    );
  },
  async winston() {
    const { default: winston } = await import("winston");
    const logger = winston.createLogger({
      format: winston.format.simple(),
      transports: [new winston.transports.Console()],
    });
    const finished = new Promise((resolve) => logger.on("finish", resolve));
    logger.warn("winston logs", { a: 1 });
    logger.end();
    await finished;
    return logger.levels.warn;
  },
};
