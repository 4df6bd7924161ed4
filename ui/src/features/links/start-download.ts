/** Hands an address to the browser's own downloads, where it can be paused and resumed. */
export function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
