import { Download } from 'lucide-react';
import { useMutation } from '~/api/use-mutation';
import { sayFault } from '~/page/say-fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { toast } from '~/kit/toast';
import { exportEvents } from './api';

export function ExportButton({ scope }: { scope: 'own' | 'all' }) {
  const save = useMutation({
    mutationFn: () => exportEvents(scope),
    onSuccess: () => void toast({ kind: 'success', title: t('audit.exported') }),
    onError: sayFault,
  });
  return (
    <Button
      kind="outline"
      busy={save.isPending}
      icon={<Download size={17} aria-hidden="true" />}
      onClick={() => save.mutate()}
    >
      {t('audit.export')}
    </Button>
  );
}
