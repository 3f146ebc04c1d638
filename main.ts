import { EXECUTOR_ARGUMENT } from "./src/run/executor_command.ts";

// Each role loads its own part of the program only.
if (Deno.args[0] === EXECUTOR_ARGUMENT) {
  const { runExecutor } = await import("./src/run/executor/main.ts");
  Deno.exit(await runExecutor());
}
const { runCli } = await import("./src/cli/run_cli.ts");
Deno.exit(await runCli(Deno.args));
