interface How {
  readonly folder: boolean;
  readonly single?: boolean;
  readonly accept?: string;
  /** Opens the camera, on devices with one. */
  readonly camera?: boolean;
}

/** Asks for files as the browser does it. */
export function askInput(how: How, use: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = !how.single;
  input.webkitdirectory = how.folder;
  input.accept = how.accept ?? '';
  if (how.camera) input.setAttribute('capture', 'environment');
  input.addEventListener('change', () => input.files?.length && use([...input.files]));
  input.click();
}

/** Asks for one file, for an upload that waits for it. */
export function pickOne(use: (file: File) => void): void {
  askInput({ folder: false, single: true }, (files) => {
    const [file] = files;
    if (file) use(file);
  });
}
