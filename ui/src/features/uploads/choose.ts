import { askInput, pickOne } from './ask-input';
import type { PickedFiles } from './picked';
import { upload } from './start';
import type { Target } from './client-upload';
import { walkDrop, walkInput } from './walk';

/** Uploads dropped or pasted files; call it while the event is being handled. */
export function uploadFrom(dataTransfer: DataTransfer, target: Target): void {
  void walkDrop(dataTransfer).then((picked) => upload(target, picked));
}

/** Asks for a file and makes it the newest version of the one of that name; a file of another name is refused. */
export function uploadVersion(target: Target, name: string): void {
  pickOne((file) => void import('./uploads').then(({ uploadManager }) => uploadManager.addVersion(target, name, file)));
}

/** Asks for files, or for a folder, and hands them on. */
export function chooseFiles(use: (picked: PickedFiles) => void, accept = ''): void {
  askInput({ folder: false, accept }, (files) => use(walkInput(files)));
}

export function chooseFolder(use: (picked: PickedFiles) => void): void {
  askInput({ folder: true }, (files) => use(walkInput(files)));
}
