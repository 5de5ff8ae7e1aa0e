/*
 * PAYMENT SANDBOX: stands in for the card provider's browser script. Test cards only; no real card can be charged.
 *
 * Offers what @stripe/react-stripe-js needs of window.Stripe for a Payment Element: elements(), confirmPayment(),
 * retrievePaymentIntent(), handleNextAction(). Talks to /sandbox/v1 beside this file. Served after card_form.js,
 * both within one function.
 */
const TRY_AGAIN = 'The payment sandbox could not be reached. Please check your connection and try again.';

function makeElements(options) {
  if (options.paymentMethodTypes) {
    throw new Error('IntegrationError: paymentMethodTypes is no longer supported; use allowedPaymentMethodTypes.');
  }
  const self = {
    ...eventSource(),
    options: { ...options },
    payment: null,
    submitted: false,
    create(type, elementOptions = {}) {
      if (type !== 'payment') throw new Error(`Payment sandbox: there is only the Payment Element, not '${type}'`);
      if (self.payment) throw new Error('IntegrationError: Can only create one Element of type payment.');
      return self.payment = paymentElement(self, { ...elementOptions });
    },
    forget(element) { if (self.payment === element) self.payment = null; },
    getElement: () => self.payment,
    update(changes) { Object.assign(self.options, changes); },
    fetchUpdates: async () => ({}),
    async submit() {
      const error = self.payment ? self.payment.check() : { type: 'validation_error', message: 'The card form is not on the page.' };
      self.submitted = !error;
      return error ? { error } : { selectedPaymentMethod: 'card' };
    },
  };
  return self;
}

// ---- 3-D Secure ----

/** Ask as the payer's bank would; true when authentication was completed. Escape counts as failing it. */
async function challenge() {
  await styled();
  const cameFrom = document.activeElement;
  const answer = await new Promise((decide) => {
    const dialog = make('dialog', { className: 'sandbox-challenge', 'aria-labelledby': 'sandbox-challenge-title', 'aria-describedby': 'sandbox-challenge-text' },
      make('p', { className: 'sandbox-note', textContent: 'TEST' }),
      make('h2', { id: 'sandbox-challenge-title', textContent: '3-D Secure' }),
      make('p', { id: 'sandbox-challenge-text', textContent: 'Your bank would now ask you to confirm this payment. Choose what it shall answer.' }),
      make('div', { className: 'sandbox-choices' },
        make('button', { type: 'button', textContent: 'Complete authentication', onclick: () => dialog.close('complete') }),
        make('button', { type: 'button', textContent: 'Fail authentication', onclick: () => dialog.close('fail') })));
    dialog.addEventListener('close', () => { dialog.remove(); decide(dialog.returnValue === 'complete'); });
    document.body.append(dialog);
    dialog.showModal();
  });
  if (cameFrom?.isConnected) cameFrom.focus();
  return answer;
}

// ---- window.Stripe ----

function Stripe(publishableKey) {
  if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_test_')) {
    throw new Error('Payment sandbox: a publishable test key (pk_test_…) is required');
  }

  /** One call about an intent: {paymentIntent} or {error}, never a rejection. */
  async function call(clientSecret, verb, params) {
    const [, id] = /^(pi_\w+)_secret_\w+$/.exec(clientSecret ?? '') ?? [];
    if (!id) throw new Error('IntegrationError: Invalid value for clientSecret');
    try {
      const response = await fetch(new URL(`v1/payment_intents/${id}${verb ? `/${verb}` : ''}`, HERE), {
        method: verb ? 'POST' : 'GET',
        headers: { Authorization: `Bearer ${publishableKey}`, 'Sandbox-Client-Secret': clientSecret },
        body: params && new URLSearchParams(params),
      });
      const body = await response.json();
      return body.error ? { error: body.error } : { paymentIntent: body };
    } catch {
      return { error: { type: 'api_connection_error', message: TRY_AGAIN } };
    }
  }

  /** Carry out what the intent still asks of the payer. */
  async function proceed(result, clientSecret) {
    if (result.paymentIntent?.status !== 'requires_action') return result;
    const outcome = await challenge() ? 'complete' : 'fail';
    const after = await call(clientSecret, 'authenticate', { outcome });
    const failure = after.paymentIntent?.last_payment_error;
    return failure ? { error: { ...failure, payment_intent: after.paymentIntent } } : after;
  }

  async function pay(elements, clientSecret, confirmParams) {
    const billing = confirmParams.payment_method_data?.billing_details;
    if (elements.payment.countryIsGiven() && !billing?.address?.country) {
      throw new Error("IntegrationError: the country is 'never' asked for, so confirmParams.payment_method_data.billing_details.address.country must be passed to confirmPayment()");
    }
    const params = { 'payment_method_data[type]': 'card', 'payment_method_data[billing_details][address][country]': billing?.address?.country ?? 'AU' };
    for (const [name, value] of Object.entries(elements.payment.card())) params[`payment_method_data[card][${name}]`] = value;
    if (confirmParams.return_url) params.return_url = confirmParams.return_url;
    elements.payment.lock(true);
    try {
      return await proceed(await call(clientSecret, 'confirm', params), clientSecret);
    } finally {
      elements.payment?.lock(false);
    }
  }

  let underWay = null;
  const missing = (name) => async () => { throw new Error(`Payment sandbox: stripe.${name}() is not imitated`); };
  return {
    elements: (options = {}) => makeElements(options),
    async confirmPayment({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
      const secret = clientSecret ?? elements.options.clientSecret;
      if (clientSecret && !elements.submitted) {
        throw new Error('IntegrationError: elements.submit() must be called before stripe.confirmPayment()');
      }
      if (redirect !== 'if_required' && !confirmParams.return_url) throw new Error('IntegrationError: confirmParams.return_url is required');
      const error = elements.payment.check();
      if (error) return { error };
      // A second press while the first is under way gets the first one's answer.
      underWay ??= pay(elements, secret, confirmParams).finally(() => { underWay = null; });
      const result = await underWay;
      if (result.error || redirect === 'if_required') return result;
      const target = new URL(confirmParams.return_url);
      target.searchParams.set('payment_intent', result.paymentIntent.id);
      target.searchParams.set('payment_intent_client_secret', secret);
      target.searchParams.set('redirect_status', result.paymentIntent.status);
      location.assign(target);
      return new Promise(() => {});
    },
    retrievePaymentIntent: (clientSecret) => call(clientSecret, ''),
    handleNextAction: async ({ clientSecret }) => proceed(await call(clientSecret, ''), clientSecret),
    createToken: missing('createToken'),
    createPaymentMethod: missing('createPaymentMethod'),
    confirmCardPayment: missing('confirmCardPayment'),
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

Stripe.version = 'endive';
window.Stripe = Stripe;
