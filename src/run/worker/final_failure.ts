/** A failure that is what its step came to: a resumed run gets it again, and does not do the step once more. */
export class FinalFailure extends Error {}
