export const generic = <T,>(value: T): readonly T[] => [value];
