import { useSetup } from './setup';

/** The ways that messages of this server go out by. Until the answer is there, both: most servers have a mail server. */
export function useChannels(): { readonly email: boolean; readonly mobile: boolean } {
  const { data } = useSetup();
  return { email: data?.mail ?? true, mobile: data?.sms ?? true };
}
