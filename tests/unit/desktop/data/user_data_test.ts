import { assertEquals, assertThrows } from "@std/assert";
import { type DesktopPlace, findUserData, toIndexDir } from "../../../../src/desktop/data/user_data.ts";
import { WorkflowError } from "../../../../src/errors.ts";

const LINUX: DesktopPlace = { env: {}, platform: "linux", home: "/home/me" };

Deno.test("findUserData() knows each platform's place, which shares its data dir with the command line", () => {
  const mac: DesktopPlace = { env: {}, platform: "darwin", home: "/Users/me" };
  const windows: DesktopPlace = {
    env: { APPDATA: "C:\\Users\\me\\AppData\\Roaming" },
    platform: "windows",
    home: "C:\\Users\\me",
  };
  assertEquals(findUserData({}, LINUX), {
    dir: "/home/me/.local/share/workflow-code",
    dataDir: "/home/me/.workflow-code",
  });
  assertEquals(findUserData({}, mac).dir, "/Users/me/Library/Application Support/Workflow Code");
  assertEquals(findUserData({}, windows), {
    dir: "C:\\Users\\me\\AppData\\Roaming\\Workflow Code",
    dataDir: "C:\\Users\\me\\.workflow-code",
  });
});

Deno.test("findUserData() follows XDG_DATA_HOME, a relative one not; the index stays where HOME says", () => {
  const moved = { ...LINUX, env: { XDG_DATA_HOME: "/data" } };
  assertEquals(findUserData({}, moved).dir, "/data/workflow-code");
  assertEquals(toIndexDir(moved), "/home/me/.local/share/workflow-code");
  const relative = { ...LINUX, env: { XDG_DATA_HOME: "data" } };
  assertEquals(findUserData({}, relative).dir, "/home/me/.local/share/workflow-code");
});

Deno.test("findUserData() gives a profile and a folder of one's own a data dir of their own", () => {
  assertEquals(findUserData({ profile: "work" }, LINUX), {
    dir: "/home/me/.local/share/workflow-code-work",
    dataDir: "/home/me/.local/share/workflow-code-work/data",
    profile: "work",
  });
  assertEquals(findUserData({ userDataDir: "/mnt/x" }, LINUX), { dir: "/mnt/x", dataDir: "/mnt/x/data" });
});

Deno.test("findUserData() refuses two places at once, and a profile that is no name", () => {
  assertThrows(
    () => findUserData({ userDataDir: "/x", profile: "y" }, LINUX),
    WorkflowError,
    "name two places",
  );
  for (const profile of ["", "../x", "a b", "-x"]) {
    assertThrows(() => findUserData({ profile }, LINUX), WorkflowError, "--profile must be");
  }
});
