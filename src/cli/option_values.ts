/** The values of the options that a command line gives, by name; none of one that takes no value. */
export type OptionValues = ReadonlyMap<string, readonly string[]>;
