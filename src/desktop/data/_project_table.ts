import type { SQLOutputValue } from "node:sqlite";
import { WorkflowError } from "../../errors.ts";
import type { StoreDatabase } from "../../store/database.ts";
import type { AllowList, DesktopProject, DesktopRelation } from "./desktop_project.ts";

type Row = Readonly<Record<string, SQLOutputValue>>;

const INSERT = `insert into projects
  (id, project_id, name, dir, added_at, allow_inherit_env, allow_read, mcp_servers_file) values (?, ?, ?, ?, ?, ?, ?, ?)`;
const MOVE = "update projects set dir = ?, name = ? where id = ?";
const ALLOW = "update projects set allow_inherit_env = ?, allow_read = ?, mcp_servers_file = ? where id = ?";
const RELATE = `insert into relations (desktop_project_id, alias, other_id) values (?, ?, ?)
  on conflict (desktop_project_id, alias) do update set other_id = excluded.other_id`;
const RELATIONS = "select alias, other_id from relations where desktop_project_id = ? order by alias";

/** The projects of the registry, and how they are related. */
export class ProjectTable {
  readonly #db: StoreDatabase;

  constructor(db: StoreDatabase) {
    this.#db = db;
  }

  all(): DesktopProject[] {
    const sql = "select * from projects order by name collate nocase, id";
    return this.#db.attempt("list the projects", () => this.#db.statement(sql).all().map(toProject));
  }

  get(id: string): DesktopProject | undefined {
    return this.#db.attempt(`read project ${id}`, () => {
      const row = this.#db.statement("select * from projects where id = ?").get(id);
      return row && toProject(row);
    });
  }

  add(project: DesktopProject): void {
    const { id, projectId, name, dir, addedAt, allowInheritEnv, allowRead, mcpServersFile } = project;
    const lists = [JSON.stringify(allowInheritEnv), JSON.stringify(allowRead)] as const;
    this.#db.attempt(`add project ${id}`, () => {
      this.#db.statement(INSERT).run(id, projectId, name, dir, addedAt, ...lists, mcpServersFile ?? null);
    });
  }

  move(id: string, { dir, name }: Pick<DesktopProject, "dir" | "name">): void {
    this.#change(`move project ${id}`, id, () => this.#db.statement(MOVE).run(dir, name, id).changes);
  }

  remove(id: string): boolean {
    return this.#db.attempt(
      `remove project ${id}`,
      () => this.#db.statement("delete from projects where id = ?").run(id).changes > 0,
    );
  }

  setAllowList(id: string, { allowInheritEnv, allowRead, mcpServersFile }: AllowList): void {
    const lists = [JSON.stringify(allowInheritEnv), JSON.stringify(allowRead)] as const;
    this.#change(
      `write the allow list of project ${id}`,
      id,
      () => this.#db.statement(ALLOW).run(...lists, mcpServersFile ?? null, id).changes,
    );
  }

  relations(id: string): DesktopRelation[] {
    return this.#db.attempt(
      `read the relations of project ${id}`,
      () =>
        this.#db.statement(RELATIONS).all(id)
          .map(({ alias, other_id }) => ({ alias: String(alias), otherId: String(other_id) })),
    );
  }

  relate(id: string, { alias, otherId }: DesktopRelation): void {
    for (const one of [id, otherId]) if (!this.get(one)) throw unknownProject(one);
    this.#db.attempt(
      `relate project ${id}`,
      () => void this.#db.statement(RELATE).run(id, alias, otherId),
    );
  }

  unrelate(id: string, alias: string): boolean {
    const sql = "delete from relations where desktop_project_id = ? and alias = ?";
    return this.#db.attempt(
      `unrelate project ${id}`,
      () => this.#db.statement(sql).run(id, alias).changes > 0,
    );
  }

  #change(action: string, id: string, change: () => number | bigint): void {
    this.#db.attempt(action, () => {
      if (change() === 0) throw unknownProject(id);
    });
  }
}

function unknownProject(id: string): WorkflowError {
  return new WorkflowError("usage", `There is no project ${JSON.stringify(id)} in this Desktop`);
}

function toProject(row: Row): DesktopProject {
  const file = row.mcp_servers_file;
  return {
    id: String(row.id),
    projectId: String(row.project_id),
    name: String(row.name),
    dir: String(row.dir),
    addedAt: Number(row.added_at),
    allowInheritEnv: JSON.parse(String(row.allow_inherit_env)),
    allowRead: JSON.parse(String(row.allow_read)),
    ...(file === null ? {} : { mcpServersFile: String(file) }),
  };
}
