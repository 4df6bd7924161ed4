import { RowsSkeleton, Trouble } from '~/page/card-states';
import { useConnections } from './api';
import { CollaboraCard } from './collabora-card';
import { GoogleCard } from './google-card';
import { MailCard } from './mail-card';
import { OfficeCard } from './office-card';
import { ProvidersCard } from './providers-card';
import { SMSCard } from './sms-card';

/** The services outside that the server uses. */
export function ConnectionCards() {
  const { data, error, refetch } = useConnections();
  if (!data) return error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={3} />;
  return (
    <>
      <MailCard mail={data.mail} />
      <SMSCard sms={data.sms} />
      <OfficeCard office={data.onlyoffice} />
      <CollaboraCard wopi={data.wopi} />
      <GoogleCard google={data.google} />
      <ProvidersCard providers={data.providers} callback={data.callback} />
    </>
  );
}
