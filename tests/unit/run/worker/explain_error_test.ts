import { assertEquals, assertMatch } from "@std/assert";
import { explainError } from "../../../../src/run/worker/explain_error.ts";

const suffix = ", specify the required permissions during compilation using `deno compile --allow-x`";

Deno.test("explainError() says in terms of a workflow what a missing permission means", () => {
  const explain = (message: string) => explainError(new Error(message), message);
  for (
    const [message, explained] of [
      [
        `NotCapable: Requires read access to "/etc/x"${suffix}`,
        /^Cannot read "\/etc\/x": .*permissions\.read/,
      ],
      [`Requires write access to "/x"${suffix}`, /^Cannot write "\/x": .*tmpdir/],
      [
        `NotCapable: Requires net access to "a.example:443"${suffix}`,
        /^Cannot reach "a\.example:443": .*\.net/,
      ],
      [`NotCapable: Requires sys access to "cpus"${suffix}`, /^Cannot ask the system for "cpus": .*\.sys/],
      [`NotCapable: Requires run access${suffix}`, /^Cannot start this: /],
      [`NotCapable: Requires ffi access to "/x.so"${suffix}`, /^Cannot load a native library/],
      ["getaddrinfo EPERM a.example", /^Cannot reach "a\.example"/],
      ["TypeError: Referrer uses invalid specifier: relative URL without a base", /^Cannot import in code/],
    ] as const
  ) {
    assertMatch(explain(message), explained);
  }
});

Deno.test("explainError() leaves other messages as they are", () => {
  for (
    const message of [
      "boom",
      "",
      "Requires read access",
      "Requires soul access to x, specify the required permissions",
    ]
  ) {
    assertEquals(explainError(new Error(message), message), message);
  }
});

Deno.test("explainError() names a throw of nothing", () => {
  assertEquals(
    explainError(undefined, "undefined"),
    "The workflow threw undefined instead of an error that says why",
  );
  assertEquals(explainError(null, "null"), "The workflow threw null instead of an error that says why");
});
