import type { AddressInfo } from "node:net";

/** Packages that serve and ask over the network: a server of this run on 127.0.0.1 answers. */
export const network: Record<string, () => unknown> = {
  async axios() {
    const { default: axios } = await import("axios");
    return await withServer(async (url) => {
      const client = axios.create({
        baseURL: url,
        headers: { "x-who": "axios" },
      });
      const { data } = await client.post("/echo", { n: 1 });
      const failure = await client.get("/missing").catch((error) => error.response.status);
      return [data, failure];
    });
  },
  express: () => withServer(async (url) => (await fetch(`${url}/hello/Ada`)).text()),
  async "form-data"() {
    const { default: FormData } = await import("form-data");
    const form = new FormData();
    form.append("file", "content", { filename: "a.txt" });
    return [
      form.getHeaders()["content-type"]?.split(";")[0],
      form.getBuffer().includes("content"),
    ];
  },
  async got() {
    const { default: got } = await import("got");
    return await withServer((url) =>
      got.post(`${url}/echo`, { json: { n: 2 }, headers: { "x-who": "got" } })
        .json()
    );
  },
  async ky() {
    const { default: ky } = await import("ky");
    return await withServer((url) =>
      ky.post(`${url}/echo`, { json: { n: 3 }, headers: { "x-who": "ky" } })
        .json()
    );
  },
  async "node-fetch"() {
    const { default: fetch } = await import("node-fetch");
    return await withServer(async (url) => await (await fetch(`${url}/hello/Grace`)).text());
  },
  async nodemailer() {
    const { createTransport } = await import("nodemailer");
    const { message } = await createTransport({ jsonTransport: true })
      .sendMail({
        from: "a@example.com",
        to: "b@example.com",
        subject: "Hi",
        text: "Hello",
      });
    return JSON.parse(message).subject;
  },
  async openai() {
    const { default: OpenAI } = await import("openai");
    return await withServer(async (url) => {
      const client = new OpenAI({ apiKey: "none", baseURL: url });
      const { choices } = await client.chat.completions.create({
        model: "m",
        messages: [{ role: "user", content: "Hi" }],
      });
      return choices[0]?.message.content;
    });
  },
  async pg() {
    const { default: pg } = await import("pg");
    const client = new pg.Client({
      host: "127.0.0.1",
      port: 1,
      user: "ada",
      database: "x",
    });
    const failure = await client.connect().then(
      () => "connected",
      (error: { code: string }) => error.code,
    );
    return [failure, pg.escapeLiteral("it's")];
  },
  async undici() {
    const { request } = await import("undici");
    return await withServer(async (url) => {
      const { statusCode, body } = await request(`${url}/hello/Alan`);
      return [statusCode, await body.text()];
    });
  },
  async ws() {
    const { WebSocket, WebSocketServer } = await import("ws");
    const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
    await new Promise((resolve) => server.on("listening", resolve));
    server.on(
      "connection",
      (socket) => socket.on("message", (text) => socket.send(`echo ${text}`)),
    );
    const client = new WebSocket(
      `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
    const answer = await new Promise((resolve, reject) => {
      client.on("open", () => client.send("hello"));
      client.on("message", (data) => resolve(String(data)));
      client.on("error", reject);
    });
    client.close();
    server.close();
    return answer;
  },
};

/** Serves with express while `use` asks. */
async function withServer<T>(use: (url: string) => Promise<T>): Promise<T> {
  const { default: express } = await import("express");
  const app = express();
  app.use(express.json());
  app.post(
    "/echo",
    (request, response) => response.json({ who: request.get("x-who"), body: request.body }),
  );
  app.get(
    "/hello/:name",
    (request, response) => response.send(`Hello ${request.params.name}`),
  );
  app.post(
    "/chat/completions",
    (_request, response) =>
      response.json({
        choices: [{
          index: 0,
          message: { role: "assistant", content: "Hello" },
          finish_reason: "stop",
        }],
      }),
  );
  const server = await new Promise<import("node:http").Server>((resolve) => {
    const server = app.listen(0, "127.0.0.1", () => resolve(server));
  });
  try {
    return await use(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
