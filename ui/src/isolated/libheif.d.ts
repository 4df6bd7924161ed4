declare module 'libheif-js/libheif-wasm/libheif.js' {
  interface Picture {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    has_alpha_channel(): boolean;
    display(into: ImageData, done: (drawn: ImageData | null) => void): void;
  }
  interface Library {
    HeifDecoder: new () => { decode(bytes: Uint8Array): Picture[] };
  }
  function libheif(options: { wasmBinary: ArrayBuffer }): Promise<Library>;
  export type { Library, Picture };
  export default libheif;
}
