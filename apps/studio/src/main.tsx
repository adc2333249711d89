import { render } from 'preact';
import { App } from './app/app.js';
import './app/studio.css';

const root = document.getElementById('app');
if (root) render(<App />, root);
