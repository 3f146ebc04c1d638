import { assertEquals } from "@std/assert";
import { CallOrder } from "../../../../../src/run/worker/agent/call_order.ts";

/** Notes what may go on, a turn of the event loop later. */
function createOrder(count: number) {
  const order = new CallOrder(count);
  const passed: string[] = [];
  const calls = Array.from({ length: count }, (_, index) => order.stagesOf(index));
  const note = (name: string, waited: Promise<void> | undefined) => waited?.then(() => passed.push(name));
  const look = async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    return passed.splice(0);
  };
  return { calls, note, look };
}

Deno.test("a person is asked when no call is being checked or made", async () => {
  const { calls: [first, second, third], note, look } = createOrder(3);
  note("first asks", first?.ask());
  second?.work();
  assertEquals(await look(), [], "the third is being checked, the second is being made");
  note("third asks", third?.ask());
  assertEquals(await look(), [], "the second is being made");
  second?.end();
  assertEquals(await look(), ["first asks", "third asks"]);
});

Deno.test("an approved call is made when every question of the turn is answered", async () => {
  const { calls: [first, second], note, look } = createOrder(2);
  note("first asks", first?.ask());
  note("second asks", second?.ask());
  await look();
  note("first is made", first?.decide());
  assertEquals(await look(), []);
  second?.end(); // It was declined.
  assertEquals(await look(), ["first is made"]);
});

Deno.test("a call that has ended before, as a resumed run finds it, holds nobody up", async () => {
  const { calls: [first, second], note, look } = createOrder(2);
  second?.end();
  note("first asks", first?.ask());
  note("first is made", first?.decide());
  assertEquals(await look(), ["first asks", "first is made"]);
});
