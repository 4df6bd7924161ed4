import { keepIncoming, problemOf } from './kept';

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** A page of another site posted the form. Apps that share have no page, and no address of one. */
function isForeign(referrer: string, origin: string): boolean {
  return /^https?:/.test(referrer) && new URL(referrer).origin !== origin;
}

/**
 * Takes the form that the system posts when an app shares with this one (share_target in the manifest), and leads to the
 * page that asks for a folder. A page of another site can post the same form and hide its address: nothing is uploaded
 * before the user has seen the files and chosen a folder.
 */
export async function receive(request: Request, origin: string): Promise<Response> {
  const lead = (query: string) => Response.redirect(`${origin}/share-target?${query}`, 303);
  if (isForeign(request.referrer, origin)) return lead('problem=foreign');
  try {
    const form = await request.formData();
    const files = form.getAll('files').filter((value) => value instanceof File && (value.name || value.size)) as File[];
    const [title, text, url] = [textOf(form, 'title'), textOf(form, 'text'), textOf(form, 'url')];
    if (files.length === 0 && !title && !text && !url) return lead('problem=empty');
    return lead(`share=${await keepIncoming({ files, title, text, url })}`);
  } catch (error) {
    return lead(`problem=${problemOf(error)}`);
  }
}
