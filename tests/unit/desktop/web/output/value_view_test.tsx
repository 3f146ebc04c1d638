import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { ValueView } from "../../../../../src/desktop/web/output/value_view.tsx";

function render(value: unknown): string {
  return (<ValueView
    value={value}
    toFileHref={({ path, name }) => path.startsWith("/store/") ? `/files/${name}` : undefined}
  />).toString() as string;
}

Deno.test("ValueView shows a list of objects as a table", () => {
  const html = render([{ city: "Łódź", amount: 3 }]);
  assertStringIncludes(html, '<th scope="col"><bdi>city</bdi></th>');
  assertStringIncludes(html, '<td class="number">3</td>');
});

Deno.test("ValueView keeps the lines of a text", () => {
  assertStringIncludes(render({ note: "one\ntwo" }), '<div class="text">one\ntwo</div>');
});

Deno.test("ValueView offers a file of the store, whether it is an object or a path", () => {
  const file = {
    id: "a".repeat(64),
    name: "r.pdf",
    size: 10,
    mediaType: "application/pdf",
    path: "/store/r.pdf",
  };
  for (const value of [{ file }, { file: "/store/r.pdf" }, ["/store/r.pdf"], [file]]) {
    const html = render(value);
    assertStringIncludes(html, 'href="/files/r.pdf"');
    assertEquals(html.includes("/store"), false);
  }
});

Deno.test("ValueView shows any other path as text", () => {
  assertStringIncludes(render({ file: "/etc/passwd" }), '<div class="text">/etc/passwd</div>');
});

Deno.test("ValueView counts what it does not lay out", () => {
  assertStringIncludes(
    render(Array.from({ length: 3000 }, (_, id) => ({ id }))),
    "2500 more rows in the JSON",
  );
});

Deno.test("ValueView lays out a large value in a page that stays small", () => {
  const deep = Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => ["a", { b: [1] }]));
  assert(render(deep).length < 400_000);
});

Deno.test("ValueView survives a value that is nested without end", () => {
  let deep: unknown = "x";
  for (let i = 0; i < 2000; i++) deep = { deep };
  assertStringIncludes(render(deep), "deep");
});
