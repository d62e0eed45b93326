/** A loan that is paid back in equal monthly sums. */
export interface Loan {
  /** Euros. */
  amount: number;
  /** Interest in percent per year. */
  percent: number;
  years: number;
}

/** What is paid in one year, and what is still owed at its end; euros. */
export interface LoanYear {
  year: number;
  interest: number;
  repaid: number;
  owed: number;
}

/**
 * The interest per month as a fraction. Belgian mortgage loans derive it actuarially: twelve months of it are the
 * yearly rate (Code of Economic Law, book VII; before it the act of 4 August 1992).
 */
const monthlyRate = (percent: number): number => (1 + percent / 100) ** (1 / 12) - 1;

/**
 * The sum that is paid each month, in euros.
 * @example monthlyPayment({ amount: 200_000, percent: 3, years: 20 }) // 1105.15 to the cent
 */
export function monthlyPayment({ amount, percent, years }: Loan): number {
  const rate = monthlyRate(percent);
  const months = years * 12;
  return rate === 0 ? amount / months : (amount * rate) / (1 - (1 + rate) ** -months);
}

/** The loan year by year: interest, what is paid back, and what is still owed. */
export function loanYears(loan: Loan): LoanYear[] {
  const [rate, payment] = [monthlyRate(loan.percent), monthlyPayment(loan)];
  let owed = loan.amount;
  return Array.from({ length: loan.years }, (_, at) => {
    const before = owed;
    let interest = 0;
    for (let month = 0; month < 12; month += 1) {
      interest += owed * rate;
      owed -= payment - owed * rate;
    }
    return { year: at + 1, interest, repaid: before - owed, owed: Math.max(0, owed) };
  });
}
