import { createRoot } from 'react-dom/client';
import './kit/tokens.css';
import { watchForLoss } from './api/lost-session';
import { App } from './app';
import { initLang, loadErrors } from './i18n';
import { keepFocus } from './page/kept-focus';
import { isMissingCode, takeNewVersion, watchTyping } from './page/new-version';

watchForLoss();
watchTyping();
keepFocus();
addEventListener('unhandledrejection', ({ reason }) => {
  if (isMissingCode(reason)) void takeNewVersion();
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
await initLang();
createRoot(root).render(<App />);
void loadErrors();
