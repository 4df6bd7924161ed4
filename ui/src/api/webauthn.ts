/** The JSON forms in which the server exchanges passkey options. */
export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

/** A new key, or the answer of one, in the form the server takes. */
export interface CredentialJSON {
  id: string;
  rawId: string;
  type: string;
  response: object;
  clientExtensionResults: object;
  authenticatorAttachment?: string | undefined;
}

/** Whether this browser has passkeys here: pages over plain HTTP have none. */
export const hasPasskeys = () => typeof PublicKeyCredential !== 'undefined' && 'credentials' in navigator;

/** Whether the browser can offer passkeys in the autofill of a field. */
export async function offersPasskeys(): Promise<boolean> {
  if (!hasPasskeys() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false);
}

/** The user closed the browser's window, or did not answer in time. The browser does not tell which. */
export const isDismissal = (error: unknown) =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** This device holds a key of the account already. */
export const isRegistered = (error: unknown) => error instanceof DOMException && error.name === 'InvalidStateError';

/** Has the browser make a key. */
export async function createPasskey(options: CreationOptions, signal?: AbortSignal): Promise<CredentialJSON> {
  const made = await navigator.credentials.create({ publicKey: creationOf(options), ...(signal && { signal }) });
  return jsonOf(made);
}

/**
 * Asks for a key and its answer. When `autofill` is set no window opens: the promise waits until the user chooses a
 * key where the browser offers it, so it needs a signal to end it.
 */
export async function getPasskey(
  options: RequestOptions,
  { signal, autofill }: { signal?: AbortSignal; autofill?: boolean } = {},
): Promise<CredentialJSON> {
  const found = await navigator.credentials.get({
    publicKey: requestOf(options),
    ...(signal && { signal }),
    ...(autofill && { mediation: 'conditional' as const }),
  });
  return jsonOf(found);
}

export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

export function base64urlOf(bytes: ArrayBuffer): string {
  let text = '';
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

type Described = PublicKeyCredentialDescriptorJSON[] | undefined;

const describeKeys = (keys: Described): PublicKeyCredentialDescriptor[] | undefined =>
  keys?.map(({ id, transports }) => ({
    id: bytesOf(id),
    type: 'public-key',
    ...(transports && { transports: transports as AuthenticatorTransport[] }),
  }));

/** As the browser takes them; those of before 2025 cannot read JSON themselves. Of extensions none needs bytes. */
function creationOf(options: CreationOptions): PublicKeyCredentialCreationOptions {
  if ('parseCreationOptionsFromJSON' in PublicKeyCredential) {
    return PublicKeyCredential.parseCreationOptionsFromJSON(options);
  }
  const { challenge, user, excludeCredentials, extensions: _, ...rest } = options;
  return {
    ...rest,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: describeKeys(excludeCredentials),
  } as PublicKeyCredentialCreationOptions;
}

function requestOf(options: RequestOptions): PublicKeyCredentialRequestOptions {
  if ('parseRequestOptionsFromJSON' in PublicKeyCredential) {
    return PublicKeyCredential.parseRequestOptionsFromJSON(options);
  }
  const { challenge, allowCredentials, extensions: _, ...rest } = options;
  return {
    ...rest,
    challenge: bytesOf(challenge),
    allowCredentials: describeKeys(allowCredentials),
  } as PublicKeyCredentialRequestOptions;
}

function jsonOf(credential: Credential | null): CredentialJSON {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no passkey', 'NotAllowedError');
  if ('toJSON' in credential) return credential.toJSON();
  const { id, rawId, type, authenticatorAttachment, response } = credential as PublicKeyCredential;
  return {
    id,
    rawId: base64urlOf(rawId),
    type,
    response: responseOf(response),
    clientExtensionResults: (credential as PublicKeyCredential).getClientExtensionResults(),
    authenticatorAttachment: authenticatorAttachment ?? undefined,
  };
}

function responseOf(response: AuthenticatorResponse): object {
  const clientDataJSON = base64urlOf(response.clientDataJSON);
  if (response instanceof AuthenticatorAttestationResponse) {
    return {
      clientDataJSON,
      attestationObject: base64urlOf(response.attestationObject),
      transports: response.getTransports(),
    };
  }
  const { authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return {
    clientDataJSON,
    authenticatorData: base64urlOf(authenticatorData),
    signature: base64urlOf(signature),
    ...(userHandle && { userHandle: base64urlOf(userHandle) }),
  };
}
