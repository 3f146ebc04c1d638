import { WorkflowError } from "../../errors.ts";
import { type Manifest, readManifest } from "../../project/manifest.ts";
import { DesktopDatabase } from "./desktop_database.ts";
import type { AllowList, DesktopProject } from "./desktop_project.ts";
import { newDesktopId } from "./new_desktop_id.ts";
import { type IndexedProject, ProjectIndex } from "./project_index.ts";
import { type DesktopPlace, findUserData, herePlace, toIndexDir, type UserData } from "./user_data.ts";
import type { UserDataChoice } from "./user_data.ts";

/** A project that was added, and what its manifest says. */
export interface AddedProject {
  readonly project: DesktopProject;
  readonly manifest: Manifest;
  /** Whether it is new, was there already, or was there in another folder. */
  readonly how: "added" | "known" | "moved";
}

/** The projects of one Desktop: its database, and the index that leads to it. */
export class Registry implements Disposable {
  readonly userData: UserData;
  readonly database: DesktopDatabase;
  readonly #index: ProjectIndex;

  private constructor(userData: UserData, database: DesktopDatabase, index: ProjectIndex) {
    this.userData = userData;
    this.database = database;
    this.#index = index;
  }

  /**
   * Opens the registry of a Desktop; makes it on first use.
   *
   * @param choice Which Desktop.
   * @param place Whose. Default: this machine and person.
   * @returns The registry; dispose of it at the end.
   * @throws {WorkflowError} `usage` if no Desktop is meant; `store_failed` if it cannot be opened.
   */
  static open(choice: UserDataChoice = {}, place: DesktopPlace = herePlace()): Registry {
    const userData = findUserData(choice, place);
    return new Registry(
      userData,
      new DesktopDatabase(userData.dir),
      new ProjectIndex(toIndexDir(place)),
    );
  }

  /**
   * Adds a project. One that is there already gets what is granted besides; one that has moved keeps its id.
   *
   * @param dir Its folder; a relative one is taken from the working directory.
   * @param grants What the person grants it.
   * @returns The project.
   * @throws {WorkflowError} `invalid_project` if it cannot be served; `usage` if another project has its place or its id.
   */
  async add(dir: string, grants: AllowList): Promise<AddedProject> {
    const manifest = await readManifest(dir);
    const projects = this.database.projects();
    const here = projects.find((one) => one.dir === manifest.dir);
    if (here && here.projectId !== manifest.id) {
      throw new WorkflowError(
        "usage",
        `Cannot add ${manifest.dir}: it was added with the id ${here.projectId} and has ${manifest.id} now; give it its ` +
          `id back, or remove it first: workflow-code desktop remove ${here.id}`,
      );
    }
    const known = here ?? await this.#findMoved(manifest, projects);
    const project = known
      ? { ...known, dir: manifest.dir, name: manifest.name, ...joinGrants(known, grants) }
      : await this.#create(manifest, grants);
    if (known) {
      this.database.moveProject(known.id, project);
      this.database.setAllowList(known.id, project);
    } else this.database.addProject(project);
    await this.#index.update((all) => ({ ...all, [project.id]: this.#toIndexed(project) }));
    return { project, manifest, how: known === undefined ? "added" : known === here ? "known" : "moved" };
  }

  /**
   * Removes a project. What is recorded of its runs stays; adding it again gives it its id back.
   *
   * @param project The project.
   */
  async remove({ id }: Pick<DesktopProject, "id">): Promise<void> {
    this.database.removeProject(id);
    await this.#index.update((all) => {
      const entry = all[id];
      return entry ? { ...all, [id]: { ...entry, removedAt: Date.now() } } : all;
    });
  }

  /**
   * Finds a project as a person names it.
   *
   * @param idOrDir Its Desktop project id, or its folder.
   * @returns The project.
   * @throws {WorkflowError} `usage` if there is none.
   */
  async find(idOrDir: string): Promise<DesktopProject> {
    const projects = this.database.projects();
    const byId = projects.find(({ id }) => id === idOrDir);
    if (byId) return byId;
    const real = await Deno.realPath(idOrDir).catch(() => idOrDir);
    const byDir = projects.find(({ dir }) => dir === real || dir === idOrDir);
    if (byDir) return byDir;
    throw new WorkflowError(
      "usage",
      `There is no project ${
        JSON.stringify(idOrDir)
      } in this Desktop; \`workflow-code desktop list\` shows those there are`,
    );
  }

  /** Closes the registry. */
  [Symbol.dispose](): void {
    this.database[Symbol.dispose]();
  }

  /** A project that was added elsewhere, if it is there no more: two folders with one id would share all their data. */
  async #findMoved(
    manifest: Manifest,
    projects: readonly DesktopProject[],
  ): Promise<DesktopProject | undefined> {
    const twin = projects.find(({ projectId }) => projectId === manifest.id);
    if (!twin) return undefined;
    const there = await readManifest(twin.dir).then(({ id }) => id === manifest.id, () => false);
    if (!there) return twin;
    throw new WorkflowError(
      "usage",
      `Cannot add ${manifest.dir}: ${twin.name} in ${twin.dir} has the same id, ${manifest.id}; give the copy an id of its ` +
        `own, such as ${crypto.randomUUID()}`,
    );
  }

  async #create(manifest: Manifest, grants: AllowList): Promise<DesktopProject> {
    let id = "";
    // In one go with what other Desktops of this machine take.
    await this.#index.update((all) => {
      const before = Object.entries(all).find(([, one]) => this.#isOf(one, manifest));
      id = before?.[0] ?? newDesktopId((taken) => Object.hasOwn(all, taken));
      const { dir, id: projectId, name } = manifest;
      return { ...all, [id]: this.#toIndexed({ dir, projectId, name }) };
    });
    return {
      id,
      projectId: manifest.id,
      name: manifest.name,
      dir: manifest.dir,
      addedAt: Date.now(),
      ...grants,
    };
  }

  #isOf({ userDataDir, projectId, removedAt }: IndexedProject, manifest: Manifest): boolean {
    return removedAt !== undefined && userDataDir === this.userData.dir && projectId === manifest.id;
  }

  #toIndexed({ dir, projectId, name }: Pick<DesktopProject, "dir" | "projectId" | "name">): IndexedProject {
    const { dir: userDataDir, dataDir } = this.userData;
    return { userDataDir, dataDir, dir, projectId, name };
  }
}

function joinGrants(known: AllowList, more: AllowList): AllowList {
  const file = more.mcpServersFile ?? known.mcpServersFile;
  return {
    allowInheritEnv: [...new Set([...known.allowInheritEnv, ...more.allowInheritEnv])],
    allowRead: [...new Set([...known.allowRead, ...more.allowRead])],
    ...(file === undefined ? {} : { mcpServersFile: file }),
  };
}
