// Keeps an open page as the database is: whatever changes there, the page is fetched again and its main part brought in line,
// element by element, so that scroll, focus, open details and what is typed stay. Everything else works without this file.
const main = document.querySelector("main");
const MOST_ROUNDS_MS = 5000;
let busy = false;
let again = false;
let notBefore = 0;
let events;

async function refresh() {
  if (busy || document.hidden) {
    again = true;
    return;
  }
  busy = true;
  again = false;
  const wait = notBefore - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  const started = performance.now();
  try {
    const response = await fetch(location.href, { headers: { accept: "text/html" }, cache: "no-store" });
    // The answer to a form that was refused is at an address that leads back to the form: it stays as it is.
    const isPage = (response.ok && !response.redirected) || response.status === 403;
    const page = new DOMParser().parseFromString(isPage ? await response.text() : "", "text/html");
    const next = page.querySelector("main");
    if (next) {
      morph(main, document.adoptNode(next));
      document.title = page.title;
      enhance();
    }
  } catch {
    again = true; // The server is gone for the moment, the stream tells when it is back.
  }
  // A page that takes long to show is shown anew less often.
  notBefore = performance.now() + Math.min(MOST_ROUNDS_MS, (performance.now() - started) * 2);
  busy = false;
  if (again && events?.readyState === EventSource.OPEN) refresh();
}

/** Makes one element like another one of the same kind. */
function morph(from, to) {
  if (from.isEqualNode(to)) return;
  if (from.nodeType !== Node.ELEMENT_NODE || from.nodeName !== to.nodeName || from.id !== to.id) {
    from.replaceWith(to);
    return;
  }
  if (from.matches("form[data-keep]") && from.dataset.touched) return;
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  for (const { name } of [...from.attributes]) {
    const isOwn = (name === "open" && from.nodeName === "DETAILS") ||
      (name === "hidden" && from.matches("button.copy"));
    if (!to.hasAttribute(name) && !isOwn) from.removeAttribute(name);
  }
  morphChildren(from, to);
}

function morphChildren(from, to) {
  const known = new Map([...from.children].filter((child) => child.id).map((child) => [child.id, child]));
  const coming = new Set([...to.children].map((child) => child.id).filter(Boolean));
  let at = from.firstChild;
  for (const next of [...to.childNodes]) {
    // What has a place of its own further down makes way for what is new before it.
    const twin = next.id ? known.get(next.id) : undefined;
    if (twin) {
      if (twin === at) at = at.nextSibling;
      else from.insertBefore(twin, at);
      morph(twin, next);
    } else if (!at || next.id || (at.id && coming.has(at.id))) {
      from.insertBefore(next, at);
    } else {
      const old = at;
      at = at.nextSibling;
      morph(old, next);
    }
  }
  while (at) {
    const old = at;
    at = at.nextSibling;
    old.remove();
  }
}

/** Each stream holds one of the few connections that a browser opens to a server: a page that is not seen gives its own back. */
function listen() {
  if (document.hidden || events) return;
  events = new EventSource("/events");
  events.addEventListener("open", refresh);
  events.addEventListener("change", refresh);
  events.addEventListener("error", () => {
    if (events?.readyState !== EventSource.CLOSED) return; // It tries again by itself.
    events = undefined;
    refresh();
  });
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return listen();
  events?.close();
  events = undefined;
});
addEventListener("pagehide", () => {
  saveDraft();
  events?.close();
  events = undefined;
});
addEventListener("pageshow", () => listen());

/** Shows what works with this file only. */
function enhance() {
  for (const button of document.querySelectorAll("button.copy[hidden]")) button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("button.copy");
  if (!button) return;
  const text = document.getElementById(button.dataset.copies)?.textContent ?? "";
  const label = button.textContent;
  await navigator.clipboard.writeText(text).then(
    () => button.textContent = "Copied",
    () => button.textContent = "Cannot copy",
  );
  setTimeout(() => button.textContent = label, 1500);
});

/** A form that somebody has begun to fill in is left alone; a run form is saved as a draft, also when its page is left at once. */
let unsaved;
let saving;
document.addEventListener("input", (event) => {
  const form = event.target.closest?.("form[data-keep]");
  if (!form) return;
  form.dataset.touched = "true";
  if (!form.dataset.draft) return;
  unsaved = form;
  clearTimeout(saving);
  saving = setTimeout(saveDraft, 400);
});

async function saveDraft() {
  const form = unsaved;
  unsaved = undefined;
  if (!form) return;
  const body = new URLSearchParams(new FormData(form));
  const isSaved = await fetch(form.dataset.draft, { method: "POST", body, keepalive: true })
    .then((response) => response.ok, () => false);
  const said = document.getElementById("draft-state");
  if (said) said.textContent = isSaved ? "Draft saved" : "Draft not saved";
}

document.addEventListener("change", (event) => {
  const select = event.target;
  if (select.matches?.("form.filters select")) select.form.requestSubmit();
});

/** How long something has been going on, told each second. */
setInterval(() => {
  for (const element of document.querySelectorAll("[data-since]")) {
    const seconds = Math.max(0, Math.floor((Date.now() - Number(element.dataset.since)) / 1000));
    const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    element.textContent = h > 0 ? `${h} h ${m} min` : m > 0 ? `${m} min ${s} s` : `${s} s`;
  }
}, 1000);

enhance();
listen();
