import type { Route } from './route';
import { screen } from './screen';

/** Their words. */
const words = ['accounts', 'signin', 'codes'] as const;

const verify = () => import('./features/signin/verify-page');

/** The pages of signing in, and those right after it. */
export const authRoutes: Route[] = [
  {
    path: '/login',
    title: 'accounts.loginTitle',
    need: 'visitor',
    ...screen(() => import('./features/signin/login-page'), 'LoginPage', ...words),
  },
  {
    path: '/login/two-step',
    title: 'signin.stepTitle',
    need: 'visitor',
    ...screen(() => import('./features/signin/step-page'), 'StepPage', ...words),
  },
  {
    path: '/signup',
    title: 'accounts.signupTitle',
    need: 'visitor',
    ...screen(() => import('./features/signin/signup-page'), 'SignupPage', ...words, 'people'),
  },
  {
    path: '/invitation',
    title: 'signin.invitationTitle',
    need: 'public',
    ...screen(() => import('./features/signin/invitation-page'), 'InvitationPage', ...words, 'people'),
  },
  {
    path: '/forgot-password',
    title: 'signin.forgotTitle',
    need: 'visitor',
    ...screen(() => import('./features/signin/forgot-page'), 'ForgotPage', ...words),
  },
  {
    path: '/reset-password',
    title: 'signin.resetTitle',
    need: 'public',
    ...screen(() => import('./features/signin/reset-page'), 'ResetPage', ...words),
  },
  {
    path: '/welcome',
    title: 'accounts.loginTitle',
    need: 'login',
    ...screen(() => import('./features/signin/welcome-page'), 'WelcomePage', ...words),
  },
  {
    path: '/auth/verify-email',
    title: 'signin.verifyEmailTitle',
    need: 'login',
    ...screen(verify, 'VerifyEmailPage', ...words),
  },
  {
    path: '/auth/verify-mobile',
    title: 'signin.verifyMobileTitle',
    need: 'login',
    ...screen(verify, 'VerifyMobilePage', ...words),
  },
  {
    path: '/callback/login/:provider',
    title: 'accounts.loginTitle',
    need: 'public',
    ...screen(() => import('./features/signin/return-page'), 'ReturnPage', ...words),
  },
  {
    path: '/callback/active-email',
    title: 'signin.verifyEmailTitle',
    need: 'public',
    ...screen(() => import('./features/signin/active-email-page'), 'ActiveEmailPage', ...words),
  },
  {
    path: '/callback/invalid-link',
    title: 'signin.deadTitle',
    need: 'public',
    ...screen(() => import('./features/signin/invalid-link-page'), 'InvalidLinkPage', ...words),
  },
  {
    path: '/callback/desktop-login',
    title: 'signin.desktopTitle',
    need: 'login',
    ...screen(() => import('./features/signin/desktop-login-page'), 'DesktopLoginPage', ...words),
  },
  {
    path: '/callback/device-login',
    title: 'signin.deviceTitle',
    need: 'login',
    ...screen(() => import('./features/signin/device-login-page'), 'DeviceLoginPage', ...words),
  },
];
