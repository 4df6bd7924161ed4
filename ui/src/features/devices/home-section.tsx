import { useState } from 'react';
import { useSpaces } from '~/api/spaces';
import { useMutation } from '~/api/use-mutation';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { Select } from '~/kit/select';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';
import { chooseDeviceHome, useDeviceHome } from './api';

/** Which My Drive is the top folder of the sync apps, for a person of several workspaces. */
export function HomeSection() {
  const { data: spaces } = useSpaces();
  const { data: home } = useDeviceHome();
  const [chosen, setChosen] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: chooseDeviceHome,
    onSuccess: () => {
      setChosen(null);
      toast({ kind: 'success', title: t('devices.homeSaved') });
    },
    onError: sayFault,
  });
  if (!spaces || spaces.length < 2 || !home) return null;
  const value = chosen ?? home;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(value);
      }}
    >
      <Card
        title={t('devices.homeTitle')}
        text={t('devices.homeText')}
        footer={
          <Button kind="solid" type="submit" busy={save.isPending} disabled={value === home}>
            {t('common.save')}
          </Button>
        }
      >
        <Select
          label={t('devices.homeLabel')}
          value={value}
          onChange={setChosen}
          options={spaces.map(({ space_id, title }) => ({ value: space_id, label: title }))}
        />
        {value !== home && <p className="mt-3 text-sm text-pretty text-muted">{t('devices.homeMoves')}</p>}
      </Card>
    </form>
  );
}
