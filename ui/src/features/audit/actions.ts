/** How an event is to be taken: something was made safer, something may be wrong, or neither. */
export type Tone = 'calm' | 'good' | 'bad';

/** Every kind of event that the server writes down; the dictionary has its words under the same name. */
export const actions = {
  account_create: 'calm',
  sign_in: 'calm',
  sign_in_failed: 'bad',
  second_step_failed: 'bad',
  second_step_guessed: 'bad',
  sign_out: 'calm',
  sessions_end: 'calm',
  refresh_token_reused: 'bad',
  new_device: 'calm',
  device_forget: 'calm',
  password_change: 'good',
  password_forgot: 'calm',
  password_reset: 'good',
  email_verify: 'good',
  email_change: 'calm',
  mobile_verify: 'good',
  mobile_change: 'calm',
  contact_lose: 'bad',
  two_factor_enable: 'good',
  two_factor_disable: 'bad',
  static_codes_create: 'calm',
  static_code_use: 'calm',
  passkey_add: 'good',
  passkey_remove: 'calm',
  passkey_copied: 'bad',
  provider_link: 'calm',
  provider_unlink: 'calm',
  api_token_create: 'calm',
  api_token_revoke: 'calm',
  staff_give: 'calm',
  staff_take: 'calm',
  desktop_login: 'calm',
  group_role_give: 'calm',
  group_role_take: 'calm',
  promotion_use: 'calm',
  audit_export: 'calm',
  message_resend: 'calm',
  message_cancel: 'calm',
  message_test: 'calm',
  job_run: 'calm',
  setting_change: 'calm',
} as const satisfies Record<string, Tone>;

type Action = keyof typeof actions;

export const isAction = (text: string): text is Action => Object.hasOwn(actions, text);
