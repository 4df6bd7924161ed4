/**
 * The script in the page of an isolated frame. It runs the viewer's script, which comes as text: the frame cannot fetch
 * anything, and the policy of the page lets only scripts with a known hash run.
 */
export const BOOT =
  'addEventListener("message",function start(e){if(e.source!==parent||typeof e.data.code!=="string")return;' +
  'removeEventListener("message",start);' +
  'var s=document.createElement("script");s.textContent=e.data.code;document.head.append(s)});' +
  'parent.postMessage({type:"booted"},"*")';
