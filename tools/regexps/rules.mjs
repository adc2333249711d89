import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import regexp from 'eslint-plugin-regexp';

/**
 * Super-linear patterns that eslint-plugin-regexp does not detect: look-arounds with a loop, which run again at every
 * character, and back-references to what a loop has matched, which are compared again after every backtrack.
 */
const noRereading = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      assertion: 'the loop in this look-around is run at every character: quadratic',
      backreference: 'this is compared with what a loop has read, after each of its steps: quadratic',
    },
  },
  create(context) {
    return {
      'Literal[regex]'(node) {
        const { pattern, flags } = node.regex;
        const unicode = flags.includes('u');
        const ast = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode });
        visitRegExpAST(ast, {
          onAssertionEnter(assertion) {
            if (assertion.kind.startsWith('look') && hasLoop(assertion))
              context.report({ node, messageId: 'assertion' });
          },
          onBackreferenceEnter({ resolved }) {
            if ([resolved].flat().some(hasLoop)) context.report({ node, messageId: 'backreference' });
          },
        });
      },
    };
  },
};

function hasLoop(part) {
  let found = false;
  visitRegExpAST(part, {
    onQuantifierEnter({ max }) {
      found ||= max === Infinity;
    },
  });
  return found;
}

/** ESLint plugins and rules that a pattern passes whose time grows with the text it reads, and not faster. */
export const LINEAR = {
  plugins: { regexp, local: { rules: { 'no-rereading': noRereading } } },
  rules: {
    'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
    'regexp/no-super-linear-move': ['error', { report: 'certain' }],
    'local/no-rereading': 'error',
  },
};

/** Patterns that no rule can read: those made while the program runs, and strings that become patterns. */
export const UNREADABLE = [
  {
    selector: ':function :matches(NewExpression, CallExpression)[callee.name="RegExp"]',
    message: 'Make a pattern where the module is loaded: only those are checked to be linear (npm run check:regexps).',
  },
  {
    selector:
      'CallExpression[callee.property.name=/^(match|matchAll|search)$/]:matches([arguments.0.type="TemplateLiteral"], [arguments.0.type="Literal"]:not([arguments.0.regex]))',
    message: 'Write the pattern as a literal, so that it is checked to be linear.',
  },
];
