import { join } from "@std/path";
import { toMessage, WorkflowError } from "../../errors.ts";
import { replaceFile } from "../../replace_file.ts";

/** What the index knows of a Desktop project id. */
export interface IndexedProject {
  /** The user data of the Desktop that has it. */
  readonly userDataDir: string;
  /** The data dir of its runs. */
  readonly dataDir: string;
  readonly dir: string;
  /** The id in its manifest when it was added. */
  readonly projectId: string;
  readonly name: string;
  /** When it was removed, in milliseconds since 1970; absent while it is registered. */
  readonly removedAt?: number;
}

/** The file's content. */
interface Content {
  readonly version: 1;
  readonly projects: Readonly<Record<string, IndexedProject>>;
}

/**
 * The index of all Desktops of a person: it leads from a Desktop project id to the user data that has it. A small file that is
 * replaced whole, so that a launcher reads it without making anything and without waiting for anybody.
 */
export class ProjectIndex {
  readonly #dir: string;
  readonly #path: string;

  /** @param dir The platform's folder; made when something is written. */
  constructor(dir: string) {
    this.#dir = dir;
    this.#path = join(dir, "projects.json");
  }

  /**
   * Finds a project.
   *
   * @param id A Desktop project id, or anything.
   * @returns What is known of it, also where it was removed; undefined if there never was one.
   * @throws {WorkflowError} `store_failed` if the index cannot be read.
   */
  get(id: string): IndexedProject | undefined {
    const { projects } = this.#read();
    return Object.hasOwn(projects, id) ? projects[id] : undefined;
  }

  /**
   * Changes the index; of several processes one after the other does.
   *
   * @param change Gives what is to be written of what there is.
   * @throws {WorkflowError} `store_failed` if it cannot be read or written.
   */
  async update(
    change: (projects: Readonly<Record<string, IndexedProject>>) => Content["projects"],
  ): Promise<void> {
    try {
      await Deno.mkdir(this.#dir, { recursive: true, mode: 0o700 });
      using lock = await Deno.open(join(this.#dir, "projects.lock"), {
        create: true,
        write: true,
        mode: 0o600,
      });
      await lock.lock(true); // Given back when it is closed, and by the system if this process ends.
      const projects = change(this.#read().projects);
      const text = `${JSON.stringify({ version: 1, projects } satisfies Content, null, 2)}\n`;
      await replaceFile(this.#path, text);
    } catch (error) {
      throw this.#toError("write", error);
    }
  }

  #read(): Content {
    let text: string;
    try {
      text = Deno.readTextFileSync(this.#path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return { version: 1, projects: {} };
      throw this.#toError("read", error);
    }
    const content = parse(text);
    if (content) return content;
    throw new WorkflowError(
      "store_failed",
      `Cannot read the index of Desktop projects at ${this.#path}: found something else; move it away and add your ` +
        "projects again",
    );
  }

  #toError(action: string, cause: unknown): WorkflowError {
    if (cause instanceof WorkflowError) return cause;
    const message = `Cannot ${action} the index of Desktop projects at ${this.#path}: ${toMessage(cause)}`;
    return new WorkflowError("store_failed", message, { cause });
  }
}

function parse(text: string): Content | undefined {
  try {
    const content = JSON.parse(text);
    const isContent = content?.version === 1 && Object.values(content.projects).every(isIndexed);
    return isContent ? content : undefined;
  } catch {
    return undefined;
  }
}

function isIndexed(value: unknown): boolean {
  const { userDataDir, dataDir, dir, projectId, name } = (value ?? {}) as Partial<IndexedProject>;
  return [userDataDir, dataDir, dir, projectId, name].every((text) => typeof text === "string");
}
