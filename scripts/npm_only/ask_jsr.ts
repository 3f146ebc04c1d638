// Exits with 0 when jsr.io answers, with 1 otherwise. A process of its own, because the runner itself was started before
// it could set DENO_TLS_CA_STORE, and a network that inspects TLS looks unreachable without the machine's certificates.
try {
  const signal = AbortSignal.timeout(1500);
  const response = await fetch("https://jsr.io/@std/path/meta.json", { signal });
  const meta = await response.json(); // A proxy's "blocked" page is no JSON.
  Deno.exit(response.ok && meta?.name === "path" ? 0 : 1);
} catch {
  Deno.exit(1);
}
