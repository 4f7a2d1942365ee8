/** The texts about people: how they get in, who may do what, what waits for a second one, what was done. */
export const people = {
  signIn: {
    title: "Sign in",
    text: "Your link is good once. It opens a session in this browser.",
    passwordText:
      "With your password and the code of your authenticator app. Whoever has lost one of them asks for a link.",
    id: "Id",
    password: "Password",
    code: "Code",
    codeHint: "Of your authenticator app, if you have set one up",
    go: "Sign in",
    refused: "The link was used already, has ended, or the code is wrong. Ask for a new link.",
    wrong: "Id, password or code are wrong.",
    wait: (minutes: number) => `Too many tries have failed. Try again in ${minutes} min, or ask for a link.`
  },
  password: {
    title: "Password",
    text: "A password and the codes of an authenticator app let you in without a link. Changing them signs you out everywhere else.",
    begin: "Set up an authenticator app",
    scan: "Scan this with your authenticator app, or type the key into it.",
    picture: "QR code of the key",
    key: "Key",
    current: "Present password",
    new: "New password",
    newHint: "At least 15 characters. A few words are easier to remember than a short riddle",
    code: "Code of the app",
    save: "Save",
    wrong: "The present password or the code is wrong.",
    wait: "Too many tries have failed. Try again later.",
    changed: "Your new password holds from now on.",
    sessions: "Where you are signed in",
    opened: "Signed in",
    used: "Last used",
    browser: "Browser",
    here: "This one",
    endOthers: "Sign out everywhere else",
    ended: "You are signed out everywhere else."
  },
  peopleList: {
    title: "People",
    text: "Whom you may manage: everybody whose shops you administer.",
    empty: { title: "There is nobody yet", text: "Add the first person below." },
    columns: { id: "Id", roles: "Roles", signsIn: "Signs in", seen: "Last seen", what: "Change" },
    signsIn: "With password",
    byLink: "By link only",
    everywhere: (role: string) => `${role}, everywhere`,
    inShop: (role: string, shop: string) => `${role} in ${shop}`,
    noRole: "No role",
    roles: { view: "view", operate: "operate", administer: "administer", none: "none" },
    role: "Role",
    shop: "Shop",
    shopHint: "Empty: all shops",
    addTitle: "Add somebody",
    id: "Id",
    idHint: "Letters, digits, _ or -. It stays in the audit for ever: no full name, no address",
    add: "Add",
    give: "Set role",
    link: "New link",
    reset: "Reset and link",
    remove: "Remove",
    sure: (id: string) => `Remove ${id}`,
    sureLink: (id: string) => `Make a new link for ${id}`,
    sureReset: (id: string) => `Reset ${id} and make a link`,
    linkHappens: (id: string) =>
      `The next page shows a link, once, that lets ${id} in once within an hour. An earlier link ends. Whoever has it gets in, with a code of the authenticator app where one is set up.`,
    resetHappens: (id: string) =>
      `Password, authenticator app and all sessions of ${id} end at once. The next page shows a link, once, that lets in without them, once within an hour.`,
    removeText: "Ends all sessions at once. The id stays taken, because the audit names it.",
    linkTitle: (id: string) => `Sign-in link of ${id}`,
    linkText: "Shown this once. It lets in once, within an hour. Give it to nobody else.",
    done: "It was done."
  },
  approvalList: {
    title: "Requests for a second person",
    text: "Above the limit for one person. Nobody approves a request of their own; whoever asked carries it out afterwards, within 24 hours.",
    empty: {
      title: "Nothing waits",
      text: "Requests above the limit for one person stand here until somebody else decides."
    },
    columns: {
      what: "What",
      amount: "Amount",
      to: "To",
      reason: "Reason",
      shop: "Shop",
      by: "Requested by",
      until: "Until",
      decide: "Decide"
    },
    operations: {
      refund: "Refund",
      refundTransfer: "Refund by bank transfer",
      capture: "Capture",
      credit: "Credit to a saved card",
      payOutByTransfer: "Payout by bank transfer",
      approveWaitingProof: "Approval of a proof",
      correctTransfer: "Correction of a transfer"
    },
    approve: "Approve…",
    decline: "Decline…",
    sure: { approve: "Approve the request", decline: "Decline the request" },
    happens: {
      approve: (who: string) =>
        `${who} can carry out exactly this, once, until the time below. Nothing moves before that. An approval cannot be taken back.`,
      decline: (who: string) => `This is not carried out. ${who} can ask for it again.`
    },
    own: "Yours",
    approved: "Approved",
    carryOut: "Carry out",
    done: {
      approve: "The request is approved: whoever asked can carry it out now.",
      decline: "The request is declined."
    }
  },
  auditList: {
    title: "What was done",
    text: "Every action, every look at personal data, every refusal and every sign-in, newest first. Nothing here can be changed.",
    empty: { title: "There are no such entries", text: "Take a filter away." },
    columns: { at: "When", who: "Who", how: "How", what: "What", shop: "Shop", subject: "About", address: "From" },
    kinds: { action: "action", look: "look", denied: "refused", "sign-in": "sign-in" },
    all: "All",
    kind: "Kind",
    actor: "Who",
    operation: "What",
    subject: "About",
    filter: "Show",
    export: "Save all that fit as CSV",
    exported: (most: number) =>
      `The newest ${most} at most: where there are more, the name of the file says so. Choose days, or use the command "florin audit".`
  }
}
