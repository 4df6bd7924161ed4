import { Mail, MessageSquareText, Smartphone } from 'lucide-react';
import type { Method } from './api';

/** The safest first. */
export const methods: readonly Method[] = ['totp', 'sms', 'email'];

export const icons = { totp: Smartphone, sms: MessageSquareText, email: Mail };

export const words = {
  totp: {
    name: 'twofactor.totp',
    text: 'twofactor.totpText',
    enrol: 'twofactor.totpEnrol',
    off: 'twofactor.totpOff',
    enable: 'twofactor.totpEnable',
    disable: 'twofactor.totpDisable',
  },
  sms: {
    name: 'twofactor.sms',
    text: 'twofactor.smsText',
    enrol: 'twofactor.smsEnrol',
    off: 'twofactor.smsOff',
    enable: 'twofactor.smsEnable',
    disable: 'twofactor.smsDisable',
  },
  email: {
    name: 'twofactor.email',
    text: 'twofactor.emailText',
    enrol: 'twofactor.emailEnrol',
    off: 'twofactor.emailOff',
    enable: 'twofactor.emailEnable',
    disable: 'twofactor.emailDisable',
  },
} as const;
