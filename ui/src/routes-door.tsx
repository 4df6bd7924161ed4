import { lazy, type ComponentType } from 'react';
import { withWords } from './i18n';
import type { Entry, RouteParams } from './routes';

type Page = ComponentType<{ params: RouteParams }>;

/** How a page's code is fetched, and what draws it once it is there. */
function screen<Name extends string>(code: () => Promise<Record<Name, Page>>, name: Name) {
  const load = () => withWords(code(), 'accounts', 'signin', 'codes');
  return { load, page: lazy(async () => ({ default: (await load())[name] })) };
}

const verify = () => import('./features/signin/verify-page');

/** The ways in, for those who are outside or have just come in. */
export const doorRoutes: Entry[] = [
  {
    path: '/login',
    title: 'accounts.loginTitle',
    need: 'visitor',
    ...screen(() => import('./features/signin/login-page'), 'LoginPage'),
  },
  {
    path: '/login/two-step',
    title: 'signin.stepTitle',
    need: 'visitor',
    ...screen(() => import('./features/signin/step-page'), 'StepPage'),
  },
  {
    path: '/signup',
    title: 'accounts.signupTitle',
    need: 'visitor',
    ...screen(() => import('./features/signin/signup-page'), 'SignupPage'),
  },
  {
    path: '/forgot-password',
    title: 'signin.forgotTitle',
    need: 'visitor',
    ...screen(() => import('./features/signin/forgot-page'), 'ForgotPage'),
  },
  {
    path: '/reset-password',
    title: 'signin.resetTitle',
    need: 'public',
    ...screen(() => import('./features/signin/reset-page'), 'ResetPage'),
  },
  {
    path: '/welcome',
    title: 'accounts.loginTitle',
    need: 'login',
    ...screen(() => import('./features/signin/welcome-page'), 'WelcomePage'),
  },
  {
    path: '/auth/verify-email',
    title: 'signin.verifyEmailTitle',
    need: 'login',
    ...screen(verify, 'VerifyEmailPage'),
  },
  {
    path: '/auth/verify-mobile',
    title: 'signin.verifyMobileTitle',
    need: 'login',
    ...screen(verify, 'VerifyMobilePage'),
  },
  {
    path: '/callback/login/:provider',
    title: 'accounts.loginTitle',
    need: 'public',
    ...screen(() => import('./features/signin/return-page'), 'ReturnPage'),
  },
  {
    path: '/callback/active-email',
    title: 'signin.verifyEmailTitle',
    need: 'public',
    ...screen(() => import('./features/signin/active-email-page'), 'ActiveEmailPage'),
  },
  {
    path: '/callback/invalid-link',
    title: 'signin.deadTitle',
    need: 'public',
    ...screen(() => import('./features/signin/invalid-link-page'), 'InvalidLinkPage'),
  },
  {
    path: '/callback/desktop-login',
    title: 'signin.desktopTitle',
    need: 'login',
    ...screen(() => import('./features/signin/desktop-login-page'), 'DesktopLoginPage'),
  },
];
