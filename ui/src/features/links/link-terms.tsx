import type { Link } from '~/api/types';
import { TermsFields, type TermsForm } from '~/features/gate/terms-fields';
import { t } from '~/i18n';
import type { ShareTarget } from './api';
import type { LinkDraft, problemsOf } from './draft';
import { OptionsPart } from './options-part';

type Props = {
  spaceId: string;
  /** The one file that the link opens, if it is one: folders have no versions. */
  file: ShareTarget | null;
  form: Omit<TermsForm, 'draft' | 'set'> & {
    readonly draft: LinkDraft;
    readonly set: (changes: Partial<LinkDraft>) => void;
    readonly problems: Partial<ReturnType<typeof problemsOf>>;
  };
};

/** The terms of a download link as a form. */
export function LinkTerms({ spaceId, file, form }: Props) {
  const { problems } = form;
  return (
    <TermsFields
      form={form}
      ends={{ label: t('links.ends'), never: t('links.forever') }}
      emailsHint={t('links.emailsHint')}
      errors={{
        title: problems.title && t(problems.title),
        ends: problems.ends && t(problems.ends),
        password: problems.password && t(problems.password),
      }}
    >
      <OptionsPart
        spaceId={spaceId}
        file={file}
        draft={form.draft}
        set={form.set}
        limitError={problems.limit && t(problems.limit)}
      />
    </TermsFields>
  );
}

export function fileOfLink({ items }: Link): ShareTarget | null {
  const [item] = items;
  if (items.length !== 1 || item?.target_type !== 'file' || !item.directory_id) return null;
  return { kind: 'file', id: item.target_id, name: item.name, directoryId: item.directory_id };
}
