/** A workflow project that a person has added to Desktop. */
export interface DesktopProject {
  /** Its Desktop project id: short, stable, unique on the machine; what `--workflow-mcp` takes. */
  readonly id: string;
  /** The id in its manifest when it was added. */
  readonly projectId: string;
  readonly name: string;
  /** A real path. */
  readonly dir: string;
  /** Milliseconds since 1970. */
  readonly addedAt: number;
  /** The environment variables that it is granted, of those that its manifest asks for. */
  readonly allowInheritEnv: readonly string[];
  /** The folders that it may read, of those that its manifest asks for; absolute. */
  readonly allowRead: readonly string[];
  /** An absolute file with the definitions of MCP servers that the person grants. */
  readonly mcpServersFile?: string;
}

/** What a person grants a project. */
export type AllowList = Pick<DesktopProject, "allowInheritEnv" | "allowRead" | "mcpServersFile">;

/** A relation of a project: the other one, by the alias that its manifest gives it. */
export interface DesktopRelation {
  readonly alias: string;
  /** The other's Desktop project id. */
  readonly otherId: string;
}
