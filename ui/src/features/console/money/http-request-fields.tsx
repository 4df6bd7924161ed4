import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { Select } from '~/kit/select';
import type { HTTPRequest } from '../api';
import { CodeArea } from '../code-area';

type Method = HTTPRequest['method'];

const methods: readonly Method[] = ['POST', 'GET', 'PUT'];

const places = '{amount} {currency} {payment_id} {callback_url} {description} {authority} {secret}';

type Props = {
  request: HTTPRequest;
  errorOf: (field: keyof HTTPRequest) => string | undefined;
  onChange: (request: HTTPRequest) => void;
};

/** The template of a request. */
export function HttpRequestFields({ request, errorOf, onChange }: Props) {
  const set = (change: Partial<HTTPRequest>) => onChange({ ...request, ...change });
  return (
    <>
      <TextField
        latin
        label={t('console.http_url')}
        maxLength={500}
        value={request.url}
        error={errorOf('url')}
        onChange={(event) => set({ url: event.currentTarget.value })}
      />
      <Select<Method>
        label={t('console.http_method')}
        value={request.method}
        options={methods.map((each) => ({ value: each, label: each }))}
        error={errorOf('method')}
        onChange={(method) => set({ method })}
      />
      <div className="sm:col-span-2">
        <CodeArea
          label={t('console.http_body')}
          hint={
            <>
              {t('console.http_bodyText')} <bdi dir="ltr">{places}</bdi>
            </>
          }
          value={request.body}
          error={errorOf('body')}
          onChange={(body) => set({ body })}
        />
      </div>
    </>
  );
}
