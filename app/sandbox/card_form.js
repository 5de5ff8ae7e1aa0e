/*
 * PAYMENT SANDBOX: the card form, a part of the provider's script that this one stands in for.
 * Served as one script with stripe_stand_in.js, within one function: what is declared here is seen there.
 */
const HERE = new URL('.', document.currentScript.src);
const SAMPLE_CARDS = [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0027 6000 3184', 'asks for 3-D Secure'],
  ['4000 0000 0000 5100', 'takes a few seconds, then pays'],
];

/** An element with properties, attributes (names with a dash, or `for`/`role`) and children. */
function make(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-') || name === 'for' || name === 'role') node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children);
  return node;
}

/** on / once / off as the provider's objects have them, and emit for their owner. */
function eventSource() {
  const listeners = new Map();
  return {
    on(type, listener) {
      if (!listeners.has(type)) listeners.set(type, new Set());
      listeners.get(type).add(listener);
      return this;
    },
    once(type, listener) {
      const first = (event) => { this.off(type, first); listener(event); };
      return this.on(type, first);
    },
    off(type, listener) {
      if (listener) listeners.get(type)?.delete(listener);
      else listeners.delete(type);
      return this;
    },
    emit(type, event) { for (const listener of [...(listeners.get(type) ?? [])]) listener(event); },
  };
}

/** The stylesheet, linked once; resolves when it is there, or has failed to come. */
let stylesheet;
const styled = () => stylesheet ??= new Promise((done) => {
  const link = make('link', { rel: 'stylesheet', href: new URL('stripe.css', HERE).href, onload: done, onerror: done });
  document.head.append(link);
});

// ---- The card's three fields: how they are written and what can be wrong with them ----

const digitsOf = (text) => text.replace(/\D/g, '');
const isAmex = (number) => /^3[47]/.test(number);
const passesChecksum = (number) => [...number].reverse().reduce((sum, digit, place) => {
  const value = place % 2 ? digit * 2 : Number(digit);
  return sum + (value > 9 ? value - 9 : value);
}, 0) % 10 === 0;

const FIELDS = {
  number: {
    label: 'Card number',
    placeholder: '1234 1234 1234 1234',
    write(digits) {
      const groups = isAmex(digits) ? /^(.{1,4})(.{1,6})?(.{1,5})?/ : /^(.{1,4})(.{1,4})?(.{1,4})?(.{1,4})?/;
      return (groups.exec(digits)?.slice(1).filter(Boolean) ?? []).join(' ');
    },
    fault(digits) {
      if (digits.length < (isAmex(digits) ? 15 : 16)) return ['incomplete_number', 'Your card number is incomplete.'];
      return passesChecksum(digits) ? null : ['invalid_number', 'Your card number is invalid.'];
    },
  },
  expiry: {
    label: 'Expiration date',
    placeholder: 'MM / YY',
    write(digits) {
      const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
      const year = padded.length === 6 ? padded.slice(4) : padded.slice(2, 4);
      return padded.length > 2 ? `${padded.slice(0, 2)} / ${year}` : padded;
    },
    fault(digits) {
      const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2))];
      if (digits.length < 4) return ['incomplete_expiry', "Your card's expiration date is incomplete."];
      if (month < 1 || month > 12) return ['invalid_expiry', "Your card's expiration date is invalid."];
      const over = new Date(year, month) <= new Date();
      return over ? ['invalid_expiry_year_past', "Your card's expiration date is in the past."] : null;
    },
  },
  cvc: {
    label: 'Security code',
    placeholder: 'CVC',
    write: (digits) => digits.slice(0, 4),
    fault(digits, number) {
      const short = digits.length < (isAmex(number) ? 4 : 3);
      return short ? ['incomplete_cvc', "Your card's security code is incomplete."] : null;
    },
  },
};

/** Rewrite what was typed in the field's form, leaving the caret behind the same digit. */
function rewrite(input, write) {
  const before = digitsOf(input.value.slice(0, input.selectionStart)).length;
  const atEnd = input.selectionStart === input.value.length;
  input.value = write(digitsOf(input.value));
  if (atEnd) return;
  let caret = 0;
  for (let seen = 0; caret < input.value.length && seen < before; caret += 1) {
    if (/\d/.test(input.value[caret])) seen += 1;
  }
  input.setSelectionRange(caret, caret);
}

// ---- The Payment Element ----

function paymentElement(elements, options) {
  const self = { ...eventSource(), options };
  const inputs = {};
  const faults = {};
  let root = null;
  let announced = '';

  const value = (name) => digitsOf(inputs[name]?.value ?? '');
  const faultOf = (name) => FIELDS[name].fault(value(name), value('number'));
  const tell = (type, more) => self.emit(type, { elementType: 'payment', ...more });
  const countryIsGiven = () => self.options.fields?.billingDetails === 'never'
    || self.options.fields?.billingDetails?.address === 'never'
    || self.options.fields?.billingDetails?.address?.country === 'never';

  function show(name, fault) {
    faults[name].textContent = fault ? fault[1] : '';
    inputs[name].setAttribute('aria-invalid', String(Boolean(fault)));
  }

  function announceChange() {
    const names = Object.keys(FIELDS);
    const event = {
      complete: names.every((name) => !faultOf(name)),
      empty: names.every((name) => !value(name)),
      collapsed: false,
      value: { type: 'card' },
    };
    if (JSON.stringify(event) === announced) return;
    announced = JSON.stringify(event);
    tell('change', event);
  }

  function field(name) {
    const { label, placeholder, write } = FIELDS[name];
    const id = `sandbox-card-${name}`;
    // Filling in is off: a browser should not offer the visitor's real cards to a sandbox.
    inputs[name] = make('input', {
      id, placeholder, autocomplete: 'off', inputMode: 'numeric', 'aria-required': 'true',
      'aria-describedby': `${id}-fault`, 'aria-invalid': 'false',
    });
    faults[name] = make('p', { id: `${id}-fault`, className: 'sandbox-fault', role: 'alert' });
    inputs[name].addEventListener('input', () => { rewrite(inputs[name], write); show(name, null); announceChange(); });
    inputs[name].addEventListener('focus', () => tell('focus'));
    inputs[name].addEventListener('blur', () => {
      tell('blur');
      if (value(name)) show(name, faultOf(name));
    });
    inputs[name].addEventListener('keydown', (event) => { if (event.key === 'Escape') tell('escape'); });
    return make('div', { className: `sandbox-field sandbox-${name}` },
      make('label', { for: id, textContent: label }), inputs[name], faults[name]);
  }

  function form() {
    const samples = SAMPLE_CARDS.map(([number, does]) => make('li', {}, make('span', { className: 'sandbox-digits', textContent: number }), ` ${does}`));
    const node = make('fieldset', { className: 'sandbox-card' },
      make('legend', { textContent: 'Card (test)' }),
      make('p', { className: 'sandbox-note' }, 'TEST. No real card is charged: pay with ',
        make('span', { className: 'sandbox-digits', textContent: '4242 4242 4242 4242' }), ', any future date and any security code.'),
      field('number'), field('expiry'), field('cvc'));
    if (!countryIsGiven()) node.append(make('p', { className: 'sandbox-country', textContent: 'Country: Australia' }));
    node.append(make('details', {}, make('summary', { textContent: 'Other test cards' }), make('ul', {}, ...samples)));
    return node;
  }

  function dress() {
    const chosen = elements.options.appearance?.variables ?? {};
    for (const name of ['colorText', 'colorBackground', 'colorPrimary', 'colorDanger', 'borderRadius', 'fontFamily']) {
      if (chosen[name]) root.style.setProperty(`--sandbox-${name}`, chosen[name]);
    }
  }

  return Object.assign(self, {
    async mount(target) {
      const place = typeof target === 'string' ? document.querySelector(target) : target;
      if (!place) throw new Error(`Payment sandbox: nothing to mount the Payment Element on (${target})`);
      const mounted = root = form();
      dress();
      place.replaceChildren(root);
      await styled();
      if (root !== mounted) return;
      tell('loaderstart');
      tell('ready');
    },
    unmount() { root?.remove(); root = null; },
    destroy() { self.unmount(); elements.forget(self); },
    update(changes) { Object.assign(self.options, changes); },
    focus() { inputs.number?.focus(); },
    blur() { if (root?.contains(document.activeElement)) document.activeElement.blur(); },
    clear() { for (const name of Object.keys(inputs)) { inputs[name].value = ''; show(name, null); } announceChange(); },
    collapse() {},
    countryIsGiven,
    /** Show every fault and go to the first; the error object, or null when the card can be sent. */
    check() {
      if (!root) return { type: 'validation_error', code: 'incomplete', message: 'The card form is not on the page.' };
      const wrong = Object.keys(FIELDS).filter((name) => { const fault = faultOf(name); show(name, fault); return fault; });
      if (!wrong.length) return null;
      inputs[wrong[0]].focus();
      const [code, message] = faultOf(wrong[0]);
      return { type: 'validation_error', code, message };
    },
    /** Nothing is typed while the payment is under way; not disabled, which would lose the focus. */
    lock(locked) {
      for (const input of Object.values(inputs)) input.readOnly = locked;
      root?.setAttribute('aria-busy', String(locked));
    },
    card: () => ({ number: value('number'), exp_month: value('expiry').slice(0, 2), exp_year: `20${value('expiry').slice(2)}`, cvc: value('cvc') }),
  });
}
