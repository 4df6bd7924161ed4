import * as v from 'valibot';
import { keyText } from '~/api/fault';
import { typedLogin } from '~/kit/digits';
import { isStrongEnough } from './password';

const requiredText = () => keyText('required');

export const filled = v.pipe(v.string(), v.trim(), v.nonEmpty(requiredText));

export const personName = v.pipe(
  filled,
  v.minLength(3, () => keyText('name_too_short')),
);

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const mobileShape = /^09\d{9}$/;

const isEmail = (text: string) => emailShape.test(typedLogin(text));

export const email = v.pipe(
  filled,
  v.check(isEmail, () => keyText('invalid_email')),
);

export const isMobile = (text: string) => mobileShape.test(typedLogin(text));

export const mobile = v.pipe(
  filled,
  v.check(isMobile, () => keyText('invalid_mobile')),
);

/** An email address or a mobile number; a text that begins like a number gets the error about numbers. */
export const login = v.pipe(
  filled,
  v.check(
    (text) => isEmail(text) || isMobile(text),
    (issue) => keyText(/^[+\d]/.test(typedLogin(issue.input)) ? 'invalid_mobile' : 'invalid_email'),
  ),
);

export const newPassword = v.pipe(
  v.string(),
  v.nonEmpty(requiredText),
  v.check(isStrongEnough, () => keyText('weak_password')),
);

export const oldPassword = v.pipe(v.string(), v.nonEmpty(requiredText));
