import { useState } from 'react';
import { faultText } from '~/api/fault';
import { useFileProperties } from '~/api/properties';
import { t } from '~/i18n';
import { when } from '~/i18n/format';
import { CopyField } from '~/kit/copy-field';
import { Select } from '~/kit/select';
import { Switch } from '~/kit/switch';
import { toast } from '~/kit/toast';
import type { Entry } from '../listing/entry';
import { mayOn } from '../listing/rights';
import { directLink, setAccess } from '../operations/calls';
import { change, refresh } from '../operations/optimistic';

const NEWEST = 'newest';

/** Opens a file to everyone with its direct link, or to members alone. Others are told only when it is open. */
export function DirectLink({ spaceId, entry }: { spaceId: string; entry: Entry }) {
  const [shown, setShown] = useState({ open: entry.open, version: entry.openVersionId });
  const { data } = useFileProperties(spaceId, entry.directoryId, entry.id);
  const save = async (open: boolean, version: string | null) => {
    const before = shown;
    const ahead = change(spaceId, new Set([entry.id]), { open, openVersionId: version });
    setShown({ open, version });
    try {
      await setAccess(spaceId, entry, open, open ? version : null);
    } catch (error) {
      ahead.takeBack();
      setShown(before);
      toast({ title: faultText(error), kind: 'error' });
    }
    ahead.settle();
    refresh(spaceId);
  };
  const mayChange = mayOn(entry, 'create', 'download_link');
  if (!mayChange && !shown.open) return null;
  return (
    <section aria-label={t('files.directAccess')} className="grid grid-cols-1 gap-3">
      {/* The words of the switch name the section. */}
      {!mayChange && <h3 className="text-xs font-semibold text-muted">{t('files.directAccess')}</h3>}
      {mayChange ? (
        <Switch
          label={t('files.directOpen')}
          hint={t(shown.open ? 'files.accessPublicHint' : 'files.accessPrivateHint')}
          checked={shown.open}
          onChange={(open) => void save(open, shown.version)}
        />
      ) : (
        <p>{t('files.accessPublicHint')}</p>
      )}
      {shown.open && (
        <>
          {mayChange && (
            <Select
              label={t('files.accessVersion')}
              value={shown.version ?? NEWEST}
              options={[
                { value: NEWEST, label: t('files.accessNewest') },
                ...(data?.file_versioning ?? []).map((version) => ({
                  value: version.version_id,
                  label: `${t('files.version', { n: version.number })} · ${when(version.created_at)}`,
                })),
              ]}
              onChange={(version) => void save(true, version === NEWEST ? null : version)}
            />
          )}
          <CopyField
            hideLabel
            label={t('files.directLink')}
            value={directLink(spaceId, entry)}
            copyLabel={t('files.copyDirectLink')}
            copiedLabel={t('files.directLinkCopied')}
          />
        </>
      )}
    </section>
  );
}
