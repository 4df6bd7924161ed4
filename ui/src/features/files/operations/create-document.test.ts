import { afterEach, expect, it, vi } from 'vitest';
import { api } from '~/api/client';
import { setLang } from '~/i18n';
import { createDocument } from './create-document';

afterEach(() => setLang('fa-ir'));

it.each([
  ['fa-ir', 'fa'],
  ['en-us', 'en'],
] as const)('a document that is made in %s is in that language', async (interfaceLanguage, language) => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ file_name: 'x.pptx' } as never);
  await setLang(interfaceLanguage);
  await createDocument('s', 'd', 'pptx');
  expect(post).toHaveBeenCalledExactlyOnceWith('editor/onlyoffice/create', {
    body: { space_id: 's', directory_id: 'd', file_type: 'pptx', language },
  });
  post.mockRestore();
});
