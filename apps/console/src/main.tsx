import { QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { App } from './app.js';
import { queryClient } from './data/query-client.js';
import './styles.css';

const root = document.getElementById('app');
if (root !== null) {
  render(
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>,
    root,
  );
}
