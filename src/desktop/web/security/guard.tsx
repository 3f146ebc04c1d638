import type { Context, MiddlewareHandler, Next } from "hono";
import { ASSETS } from "../assets/assets.ts";
import { MessagePage } from "../pages/message_page.tsx";
import { renderPage } from "../render_page.ts";
import { readFormData } from "./read_form_data.ts";
import { SECURITY_HEADERS } from "./headers.ts";
import type { Session } from "./session.ts";

/** The forms of hono's context that the guard fills. */
export interface GuardedEnv {
  Variables: {
    /** The form of a POST. */
    form: FormData;
  };
}

/**
 * Lets in only whom the person at this machine has let in: requests to this address (no name that leads here), with the cookie
 * that the printed address gives, and changes only from our own forms.
 *
 * @param session The cookie, token and mark.
 * @param port The port.
 * @returns The middleware.
 */
export function guard(session: Session, port: number): MiddlewareHandler<GuardedEnv> {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  return async (c, next) => {
    const host = c.req.header("host") ?? "";
    if (!hosts.includes(host)) {
      return refuse(c, 421, "This is not the dashboard's address", `Open http://${hosts[0]} instead.`);
    }
    // They are the same for everybody, and the page that lets nobody in has them, too.
    if (c.req.method === "GET" && ASSETS.has(c.req.path)) return await finish(c, next);
    const token = c.req.query("token");
    if (token !== undefined && c.req.method === "GET" && session.takeToken(token)) return letIn(c, session);
    if (!session.isLetIn(c.req.header("cookie"))) {
      return refuse(
        c,
        403,
        "Open the dashboard with its printed address",
        "The command workflow-code desktop prints an address that ends with a token: it lets this browser in until " +
          "the dashboard is started again.",
      );
    }
    if (c.req.method === "GET" || c.req.method === "HEAD") return await finish(c, next);
    if (c.req.header("origin") !== `http://${host}`) {
      return refuse(
        c,
        403,
        "This form is not the dashboard's",
        "It was sent from somewhere else. Nothing was changed.",
      );
    }
    const form = await readFormData(c.req.raw);
    if (!form || !session.isCsrf(form.get("csrf"))) {
      return refuse(
        c,
        403,
        "This form is out of date",
        "The dashboard was started again since. Go back, reload the page and try again.",
      );
    }
    c.set("form", form);
    return await finish(c, next);
  };
}

async function finish(c: Context, next: Next): Promise<void> {
  await next();
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value);
  if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
}

/** The token leaves the address: it is neither bookmarked nor told on. */
function letIn(c: Context, session: Session): Response {
  const url = new URL(c.req.url);
  url.searchParams.delete("token");
  return c.body(null, 303, {
    ...SECURITY_HEADERS,
    "cache-control": "no-store",
    "set-cookie": session.toSetCookie(),
    // Two slashes would lead to another site.
    location: `/${url.pathname.replace(/^\/+/, "")}${url.search}`,
  });
}

function refuse(c: Context, status: 403 | 421, title: string, text: string): Response {
  const page = renderPage(
    <MessagePage title={title} hasWayHome={false}>
      <p>{text}</p>
    </MessagePage>,
  );
  return c.html(page, status, { ...SECURITY_HEADERS, "cache-control": "no-store" });
}
