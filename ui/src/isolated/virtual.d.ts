declare module 'virtual:isolated/*' {
  export const script: {
    /** The address of its text. */
    readonly url: string;
    /** Of the script and of the one that starts it, as a content security policy names them. */
    readonly hashes: readonly string[];
  };
}
