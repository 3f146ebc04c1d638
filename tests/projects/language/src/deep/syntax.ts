enum Size {
  Small = "s",
  Large = "l",
}

export enum Level {
  Low,
  High = 10,
  Higher,
}

const disposed: string[] = [];

class Resource implements Disposable, AsyncDisposable {
  constructor(private readonly name: string) {}

  [Symbol.dispose](): void {
    disposed.push(this.name);
  }

  [Symbol.asyncDispose](): Promise<void> {
    disposed.push(`${this.name} later`);
    return Promise.resolve();
  }
}

function shout(method: () => string, _context: ClassMethodDecoratorContext): () => string {
  return function (this: unknown) {
    return `${method.call(this)}!`;
  };
}

class Greeter {
  static readonly #made: string[] = [];
  static {
    this.#made.push("static block");
  }
  accessor name = "you";

  @shout
  greet(): string {
    return `Hello ${this.name}`;
  }

  static get made(): readonly string[] {
    return this.#made;
  }
}

function identity<const T>(value: T): T {
  return value;
}

/** Uses what TypeScript has and V8 has not, or only lately. */
export async function useSyntax(): Promise<Record<string, unknown>> {
  {
    using _first = new Resource("first");
    await using _second = new Resource("second");
  }
  const greeter = new Greeter();
  greeter.name = "everyone";
  const size = identity(Size.Large) satisfies string;
  return {
    size,
    level: Level[Level.Higher],
    disposed,
    greeting: greeter.greet(),
    made: Greeter.made,
    grouped: Object.groupBy([1, 2, 3], (n) => n % 2 === 0 ? "even" : "odd"),
  };
}
