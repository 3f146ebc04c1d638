import type {
  ConnectMcpServerOptions,
  McpServerConnection,
  McpServerDefinition,
} from "../../../src/core/api.ts";
import { connectMcpServer } from "../../../src/connector/connect_mcp_server.ts";
import { McpServerError } from "../../../src/connector/mcp_server_error.ts";
import { countProcesses, fixtureCommand } from "../../fixtures/mcp_fixture.ts";

/** A server of tests/fixtures/mcp, and a way to find its processes. */
export interface Fixture {
  readonly definition: McpServerDefinition;
  /** How many processes of this fixture there are, those that it started included. */
  count(): number;
}

/** A server of tests/fixtures/mcp, marked so that its processes can be counted. */
export function fixture(
  name: string,
  args: readonly string[] = [],
  overrides: Partial<McpServerDefinition> = {},
): Fixture {
  const mark = `mark-${crypto.randomUUID()}`;
  const command = [...fixtureCommand(name, args), mark];
  return { definition: { id: name, command, ...overrides }, count: () => countProcesses(mark) };
}

/** Connects, uses the connection, closes it, and checks that nothing is left. */
export async function withServer(
  { definition, count }: Fixture,
  use: (connection: McpServerConnection) => Promise<void>,
  options: ConnectMcpServerOptions = {},
): Promise<void> {
  const connection = await connectMcpServer(definition, { onLog: () => {}, ...options });
  try {
    await use(connection);
  } finally {
    await connection.close();
  }
  if (count() > 0) throw new Error(`${count()} processes of ${definition.id} are left`);
}

/** The error with which something fails. */
export async function failureOf(promise: Promise<unknown>): Promise<McpServerError> {
  const error = await promise.then(() => new Error("it did not fail"), (error: unknown) => error);
  if (error instanceof McpServerError) return error;
  throw error;
}

/** The error with which connecting fails; nothing may be left then. */
export async function connectFailure(
  { definition, count }: Fixture,
  options: ConnectMcpServerOptions = {},
): Promise<McpServerError> {
  const error = await failureOf(connectMcpServer(definition, { onLog: () => {}, ...options }));
  if (count() > 0) throw new Error(`${count()} processes of ${definition.id} are left`);
  return error;
}
