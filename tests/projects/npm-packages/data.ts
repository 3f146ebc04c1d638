/** Packages that turn one value into another. */
export const data: Record<string, () => unknown> = {
  async ajv() {
    const { default: Ajv } = await import("ajv");
    const validate = new Ajv().compile({
      type: "object",
      properties: { n: { type: "integer" } },
    });
    return [
      validate({ n: 1 }),
      validate({ n: "1" }),
      validate.errors?.[0]?.instancePath,
    ];
  },
  async cheerio() {
    const { load } = await import("cheerio");
    return load("<ul><li>one</li><li class=x>two</li></ul>")("li.x").text();
  },
  async "csv-parse"() {
    const { parse } = await import("csv-parse");
    const { parse: parseSync } = await import("csv-parse/sync");
    const later = await new Promise((resolve, reject) =>
      parse(
        "a;b",
        { delimiter: ";" },
        (error, rows) => error ? reject(error) : resolve(rows),
      )
    );
    return [parseSync('name,note\nAda,"a, b"', { columns: true }), later];
  },
  async "date-fns"() {
    const { addDays, format } = await import("date-fns");
    return format(addDays(new Date(2026, 1, 27), 2), "yyyy-MM-dd");
  },
  async dayjs() {
    const { default: dayjs } = await import("dayjs");
    const { default: utc } = await import("dayjs/plugin/utc.js");
    dayjs.extend(utc);
    return dayjs.utc("2026-01-31").add(1, "month").format("YYYY-MM-DD");
  },
  async dotenv() {
    const { parse } = await import("dotenv");
    return parse("A=1\nB='two words'");
  },
  async ejs() {
    const { default: ejs } = await import("ejs");
    return ejs.render("<% for (const n of list) { %><%= n %>;<% } %>", {
      list: [1, "<"],
    });
  },
  async "fast-xml-parser"() {
    const { XMLParser } = await import("fast-xml-parser");
    return new XMLParser({ ignoreAttributes: false }).parse(
      '<a id="1"><b>2</b></a>',
    );
  },
  async graphql() {
    const { buildSchema, graphql } = await import("graphql");
    const schema = buildSchema("type Query { hello(name: String!): String }");
    const rootValue = {
      hello: ({ name }: { name: string }) => `Hello ${name}`,
    };
    const { data } = await graphql({
      schema,
      source: '{ hello(name: "Ada") }',
      rootValue,
    });
    return { ...data };
  },
  async handlebars() {
    const { default: Handlebars } = await import("handlebars");
    return Handlebars.compile("{{#each list}}{{this}};{{/each}}")({
      list: [1, "<"],
    });
  },
  async "iconv-lite"() {
    const { default: iconv } = await import("iconv-lite");
    return [
      iconv.decode(iconv.encode("Zürich", "win1252"), "win1252"),
      iconv.encode("日本", "Shift_JIS").length,
    ];
  },
  async immer() {
    const { produce } = await import("immer");
    const before = { list: [1] };
    const after = produce(before, (draft) => void draft.list.push(2));
    return [before, after];
  },
  async "js-yaml"() {
    const { dump, load } = await import("js-yaml");
    return [load("a: [1, two]"), dump({ b: true })];
  },
  async jsonwebtoken() {
    const { default: jwt } = await import("jsonwebtoken");
    const token = jwt.sign({ sub: "ada" }, "secret", { noTimestamp: true });
    return jwt.verify(token, "secret");
  },
  async jszip() {
    const { default: JSZip } = await import("jszip");
    const bytes = await new JSZip().file("a.txt", "zipped").generateAsync({
      type: "uint8array",
      compression: "DEFLATE",
    });
    return await (await JSZip.loadAsync(bytes)).file("a.txt")?.async("string");
  },
  async lodash() {
    const { default: _, chunk } = await import("lodash");
    const { default: debounce } = await import("lodash/debounce.js");
    return [
      chunk([1, 2, 3], 2),
      _.groupBy(["a", "bb"], "length"),
      typeof debounce,
    ];
  },
  async "lru-cache"() {
    const { LRUCache } = await import("lru-cache");
    const cache = new LRUCache<string, number>({ max: 2 });
    for (const key of ["a", "b", "c"]) cache.set(key, 1);
    return [...cache.keys()];
  },
  async luxon() {
    const { DateTime } = await import("luxon");
    return DateTime.fromISO("2026-01-31T10:00", { zone: "Europe/Zurich" })
      .toUTC().toISO();
  },
  async marked() {
    const { marked } = await import("marked");
    return marked.parse("# One *two*");
  },
  async "mime-types"() {
    const { default: mime } = await import("mime-types");
    return [mime.lookup("a.pdf"), mime.extension("text/csv")];
  },
  async minimist() {
    const { default: minimist } = await import("minimist");
    return minimist(["--a=1", "-b", "c"]);
  },
  async moment() {
    const { default: moment } = await import("moment");
    return moment.utc("2026-01-31").add(1, "month").format("LL");
  },
  async nanoid() {
    const { customAlphabet, nanoid } = await import("nanoid");
    return [nanoid().length, customAlphabet("a", 3)()];
  },
  async papaparse() {
    const { default: Papa } = await import("papaparse");
    return Papa.parse("a,b\n1,2", { header: true }).data;
  },
  async "pdf-lib"() {
    const { PDFDocument, StandardFonts } = await import("pdf-lib");
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    document.addPage([300, 200]).drawText("Invoice", { font });
    const again = await PDFDocument.load(await document.save());
    return [again.getPageCount(), again.getPage(0).getWidth()];
  },
  async qs() {
    const { default: qs } = await import("qs");
    return [qs.parse("a[b]=1&a[c]=2"), qs.stringify({ x: [1, 2] })];
  },
  async ramda() {
    const { map, pipe, sum } = await import("ramda");
    return pipe(map((n: number) => n * 2), sum)([1, 2]);
  },
  async semver() {
    const { default: semver } = await import("semver");
    return [semver.satisfies("1.4.0", "^1.2"), semver.inc("1.2.3", "minor")];
  },
  async tslib() {
    const { __rest } = await import("tslib");
    return __rest({ a: 1, b: 2 }, ["a"]);
  },
  async underscore() {
    const { default: _ } = await import("underscore");
    return _.chain([3, 1, 2]).sortBy().first(2).value();
  },
  async uuid() {
    const { v4, v5, validate } = await import("uuid");
    return [validate(v4()), v5("example.com", v5.DNS)];
  },
  async yaml() {
    const { parse, stringify } = await import("yaml");
    return [parse("a: &x [1]\nb: *x"), stringify({ c: "d" })];
  },
  async zod() {
    const { z } = await import("zod");
    const Invoice = z.object({
      total: z.coerce.number().positive(),
      due: z.iso.date().optional(),
    });
    return [
      Invoice.parse({ total: "12.5" }),
      Invoice.safeParse({ total: -1 }).success,
      z.toJSONSchema(Invoice).type,
    ];
  },
};
