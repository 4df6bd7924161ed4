import { t } from '~/i18n';
import { ChoiceCards } from '~/kit/choice-cards';
import { SegmentedControl } from '~/kit/segmented-control';
import { providersOf, type Invoice, type Provider } from './api';
import { providerName } from './words';

type Props = { invoice: Invoice; value: Provider | undefined; onChange: (provider: Provider) => void };

/** The ways to pay, where there is more than one. */
export function ProviderChoice({ invoice, value, onChange }: Props) {
  const offered = providersOf(invoice);
  const [first] = offered;
  if (!first || offered.length === 1) return null;
  const choices = offered.map((each) => ({ value: each, label: providerName(each, invoice) }));
  const chosen = value && offered.includes(value) ? value : first;
  if (offered.length === 2) {
    return <SegmentedControl label={t('billing.how')} value={chosen} onChange={onChange} segments={choices} />;
  }
  return (
    <div className="grid gap-1.5">
      <p aria-hidden="true" className="font-medium">
        {t('billing.how')}
      </p>
      <ChoiceCards label={t('billing.how')} value={chosen} onChange={onChange} choices={choices} />
    </div>
  );
}
