/** Everything in a directory, except some of it: a list is not fetched whole to be worked on. */
export interface WholeDirectory {
  readonly directoryId: string;
  readonly except: readonly string[];
  readonly count: number;
  /** The moment of the server at which it was shown: what comes into it later is not meant. */
  readonly until: string;
}
