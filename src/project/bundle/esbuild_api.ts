// Apart from its one caller, which loads it when it is needed: CommonJS can only be imported statically once it is bundled.
import * as esbuild from "esbuild";

export { esbuild };
