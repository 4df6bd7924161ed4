import { t } from '~/i18n';

/** Sets the image at the pointer during a drag: a name, or the number of entries. */
export function setDragImage(transfer: DataTransfer, name: string, count: number): void {
  const image = document.createElement('div');
  image.className =
    'fixed top-0 -z-10 flex max-w-72 items-center gap-2 rounded-card bg-brand-solid px-3.5 py-2 font-semibold text-on-brand';
  const text = document.createElement('bdi');
  text.className = 'truncate';
  text.textContent = count > 1 ? t('files.items', { n: count }) : name;
  image.append(text);
  document.body.append(image);
  transfer.setDragImage(image, document.dir === 'rtl' ? image.offsetWidth + 12 : -12, 18);
  // The browser has taken its picture by then.
  setTimeout(() => image.remove());
}
