/** What is being uploaded, at the bottom inline end of every screen. */
export function UploadTray() {
  return null;
}
