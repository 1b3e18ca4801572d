// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IRefRegistry} from "./IRefRegistry.sol";

/// @title One YES/NO question with two parimutuel pools.
/// @notice Each outcome has a pool of stakes. After the resolution, each winner claims the stake and a proportional share
/// of the losing pool, rounded down. A cancelled market returns every stake. There is no fee, owner, upgrade or pause.
/// Anyone may cancel an unresolved market 30 days after its close time, so funds are never locked.
/// @dev Amounts are in the collateral's base units, times in unix seconds. Every action has an overload that ends in
/// `(bytes32 ref, uint64 deadline)`: it takes effect at most once per ref of the caller, and never after the deadline.
/// Payouts are calculated from recorded stakes, never from a token balance, so donations change nothing.
/// The factory derives a market's address from all of its terms, so the terms at an address never change.
contract PredictionMarket is ReentrancyGuard {
    using SafeERC20 for IERC20;

    enum Status {
        Open,
        Closed,
        Resolved,
        Cancelled
    }

    /// @notice The action needs an open market.
    error NotOpen();
    /// @notice The close time has passed, so buying has ended.
    error BuyingEnded();
    /// @notice The action is not allowed before `allowedFrom` (unix seconds).
    error TooEarly(uint256 allowedFrom);
    /// @notice Only the creator or the resolver may close a market.
    error NotCreatorOrResolver();
    /// @notice Only the resolver may name the outcome.
    error NotResolver();
    /// @notice The caller may not cancel the market at this time.
    error NotCanceller();
    /// @notice The market is Resolved or Cancelled, which is final.
    error AlreadyFinal();
    /// @notice A payout needs a resolved market.
    error NotResolved();
    /// @notice A refund needs a cancelled market.
    error NotCancelled();
    /// @notice An outcome is 1 (YES) or 2 (NO).
    error InvalidOutcome();
    /// @notice The amount is zero.
    error ZeroAmount();
    /// @notice The stake's payout at the pools after the buy is below the buyer's minimum.
    error PayoutBelowMinimum(uint256 payout, uint256 minPayout);
    /// @notice The token transferred another amount than requested.
    error CollateralMismatch(uint256 expected, uint256 received);
    /// @notice The caller has nothing to claim.
    error NothingToClaim();
    /// @notice The caller has claimed already.
    error AlreadyClaimed();
    /// @notice Only the factory may initialise a market, and only once.
    error NotFactory();

    /// @notice A stake was added. `position` is the buyer's total stake on that outcome; totals are the pools afterwards.
    event Bought(
        address indexed buyer,
        bytes32 indexed ref,
        uint8 indexed outcome,
        uint256 amount,
        uint256 position,
        uint256 totalYes,
        uint256 totalNo
    );
    /// @notice The creator or resolver closed the market.
    event Closed(address indexed by, bytes32 indexed ref, uint256 totalYes, uint256 totalNo);
    /// @notice The resolver named the outcome. Each winner may claim stake + floor(stake * losing pool / winning pool).
    event Resolved(
        address indexed by,
        bytes32 indexed ref,
        uint8 indexed winningOutcome,
        uint256 totalYes,
        uint256 totalNo
    );
    /// @notice The market was cancelled. `unbackedOutcome` is the outcome without stakes that the resolver named, or zero
    /// for a direct cancellation.
    event Cancelled(
        address indexed by,
        bytes32 indexed ref,
        uint8 indexed unbackedOutcome,
        uint256 totalYes,
        uint256 totalNo
    );
    /// @notice A winner claimed `payout`, which includes `stake`.
    event PayoutClaimed(address indexed account, bytes32 indexed ref, uint256 stake, uint256 payout);
    /// @notice The stakes of an account on both outcomes were returned.
    event RefundClaimed(address indexed account, bytes32 indexed ref, uint256 amount);

    uint8 public constant YES = 1;
    uint8 public constant NO = 2;
    /// @notice Seconds after the close time until anyone may cancel an unresolved market.
    uint256 public constant ESCAPE_DELAY = 30 days;

    /// @notice Factory of this market and registry of refs.
    IRefRegistry public immutable factory;
    /// @notice ERC-20 token of stakes and payouts.
    IERC20 public immutable collateralToken;

    /// @notice Creator of the market.
    address public creator;
    /// @notice Account that names the outcome.
    address public resolver;
    /// @notice Unix second at which buying ends.
    uint64 public closeTimestamp;
    /// @notice 0 Open, 1 Closed, 2 Resolved, 3 Cancelled. Stays Open after the close time until it is closed or resolved.
    Status public status;
    /// @notice 0 before the resolution, 1 YES, 2 NO.
    uint8 public winningOutcome;
    /// @notice Market id, unique among the creator's markets.
    string public id;
    /// @notice Question of the market.
    string public question;

    /// @notice Total stakes on YES. Claims do not lower it.
    uint256 public totalYes;
    /// @notice Total stakes on NO. Claims do not lower it.
    uint256 public totalNo;
    /// @notice Stake of an account on YES. Claims do not lower it.
    mapping(address account => uint256) public yesPositions;
    /// @notice Stake of an account on NO. Claims do not lower it.
    mapping(address account => uint256) public noPositions;
    /// @notice Whether an account has claimed its payout or refund.
    mapping(address account => bool) public hasClaimed;

    modifier once(bytes32 ref, uint64 deadline) {
        factory.useRef(msg.sender, ref, deadline);
        _;
    }

    /// @dev Runs once, for the shared implementation, which is permanently cancelled and empty.
    constructor(address collateral) {
        factory = IRefRegistry(msg.sender);
        collateralToken = IERC20(collateral);
        status = Status.Cancelled;
    }

    /// @dev Called by the factory in the creating transaction, with checked values.
    function initialize(
        address creator_,
        string calldata id_,
        string calldata question_,
        uint64 closeTimestamp_,
        address resolver_
    ) external {
        if (msg.sender != address(factory) || creator != address(0)) revert NotFactory();
        creator = creator_;
        resolver = resolver_;
        closeTimestamp = closeTimestamp_;
        id = id_;
        question = question_;
    }

    /// @notice Stakes `amount` on YES before the close time. Needs an approval of the collateral.
    function buyYes(uint256 amount) external {
        _buy(YES, amount, 0, bytes32(0));
    }

    /// @param minPayout Minimum payout of `amount`, stake included and rounded down, if YES won with the pools after the buy.
    /// Zero is no minimum. Later buys can still lower the payout.
    function buyYes(uint256 amount, uint256 minPayout, bytes32 ref, uint64 deadline) external once(ref, deadline) {
        _buy(YES, amount, minPayout, ref);
    }

    /// @notice Stakes `amount` on NO before the close time. Needs an approval of the collateral.
    function buyNo(uint256 amount) external {
        _buy(NO, amount, 0, bytes32(0));
    }

    /// @param minPayout Minimum payout of `amount`, stake included and rounded down, if NO won with the pools after the buy.
    /// Zero is no minimum. Later buys can still lower the payout.
    function buyNo(uint256 amount, uint256 minPayout, bytes32 ref, uint64 deadline) external once(ref, deadline) {
        _buy(NO, amount, minPayout, ref);
    }

    /// @notice Stakes `amount` on an outcome, 1 (YES) or 2 (NO), after a permit of the collateral (EIP-2612) for `allowance`.
    /// @dev A permit that fails is ignored: it may have been used already, by anyone. The buy then needs an allowance.
    function buyWithPermit(
        uint8 outcome,
        uint256 amount,
        uint256 minPayout,
        bytes32 ref,
        uint64 deadline,
        uint256 allowance,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external once(ref, deadline) {
        if (outcome != YES && outcome != NO) revert InvalidOutcome();
        IERC20Permit token = IERC20Permit(address(collateralToken));
        try token.permit(msg.sender, address(this), allowance, deadline, v, r, s) {} catch {}
        _buy(outcome, amount, minPayout, ref);
    }

    /// @notice Marks the market as closed. For creator and resolver, at or after the close time.
    function closeMarket() external {
        _close(bytes32(0));
    }

    function closeMarket(bytes32 ref, uint64 deadline) external once(ref, deadline) {
        _close(ref);
    }

    /// @notice Names the outcome, 1 (YES) or 2 (NO). For the resolver, at or after the close time; closing first is optional.
    /// If the outcome has no stakes, the market is cancelled instead.
    function resolve(uint8 outcome) external {
        _resolve(outcome, bytes32(0));
    }

    function resolve(uint8 outcome, bytes32 ref, uint64 deadline) external once(ref, deadline) {
        _resolve(outcome, ref);
    }

    /// @notice Pays the caller's `claimablePayout`.
    function claimPayout() external {
        _claimPayout(bytes32(0));
    }

    function claimPayout(bytes32 ref, uint64 deadline) external once(ref, deadline) {
        _claimPayout(ref);
    }

    /// @notice Cancels the market, so that every stake can be claimed back. For the creator before the close time, for the
    /// resolver until the resolution, and for anyone ESCAPE_DELAY after the close time.
    function cancelMarket() external {
        _cancel(bytes32(0));
    }

    function cancelMarket(bytes32 ref, uint64 deadline) external once(ref, deadline) {
        _cancel(ref);
    }

    /// @notice Pays the caller's `claimableRefund`.
    function claimRefund() external {
        _claimRefund(bytes32(0));
    }

    function claimRefund(bytes32 ref, uint64 deadline) external once(ref, deadline) {
        _claimRefund(ref);
    }

    /// @notice Whether the market accepts buys at this time.
    function isOpen() public view returns (bool) {
        return status == Status.Open && block.timestamp < closeTimestamp;
    }

    /// @notice Total stakes on both outcomes. Claims do not lower it.
    function totalCollateral() external view returns (uint256) {
        return totalYes + totalNo;
    }

    /// @notice Amount that `claimPayout` would pay now: zero for losers, before the resolution and after the claim.
    function claimablePayout(address account) external view returns (uint256) {
        return status == Status.Resolved && !hasClaimed[account] ? _payout(_winningStake(account)) : 0;
    }

    /// @notice Amount that `claimRefund` would pay now: zero unless the market is cancelled, and after the claim.
    function claimableRefund(address account) external view returns (uint256) {
        return status == Status.Cancelled && !hasClaimed[account] ? yesPositions[account] + noPositions[account] : 0;
    }

    /// @notice Whether `ref` of `sender` was used in the factory or any of its markets.
    function refUsed(address sender, bytes32 ref) external view returns (bool) {
        return factory.refUsed(sender, ref);
    }

    function _buy(uint8 outcome, uint256 amount, uint256 minPayout, bytes32 ref) private nonReentrant {
        if (status != Status.Open) revert NotOpen();
        if (block.timestamp >= closeTimestamp) revert BuyingEnded();
        if (amount == 0) revert ZeroAmount();

        uint256 position;
        if (outcome == YES) {
            totalYes += amount;
            position = yesPositions[msg.sender] += amount;
        } else {
            totalNo += amount;
            position = noPositions[msg.sender] += amount;
        }
        if (minPayout != 0) {
            uint256 payout = _payoutOn(outcome, amount);
            if (payout < minPayout) revert PayoutBelowMinimum(payout, minPayout);
        }
        emit Bought(msg.sender, ref, outcome, amount, position, totalYes, totalNo);
        _pull(amount);
    }

    /// @dev Rejects tokens that charge a fee or transfer less than requested, which would leave the pools short.
    function _pull(uint256 amount) private {
        uint256 balanceBefore = collateralToken.balanceOf(address(this));
        collateralToken.safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = collateralToken.balanceOf(address(this)) - balanceBefore;
        if (received != amount) revert CollateralMismatch(amount, received);
    }

    function _close(bytes32 ref) private nonReentrant {
        if (msg.sender != creator && msg.sender != resolver) revert NotCreatorOrResolver();
        if (status != Status.Open) revert NotOpen();
        _requireCloseTime();
        status = Status.Closed;
        emit Closed(msg.sender, ref, totalYes, totalNo);
    }

    function _resolve(uint8 outcome, bytes32 ref) private nonReentrant {
        if (msg.sender != resolver) revert NotResolver();
        if (outcome != YES && outcome != NO) revert InvalidOutcome();
        _requireNotFinal();
        _requireCloseTime();
        if ((outcome == YES ? totalYes : totalNo) == 0) {
            status = Status.Cancelled;
            emit Cancelled(msg.sender, ref, outcome, totalYes, totalNo);
        } else {
            status = Status.Resolved;
            winningOutcome = outcome;
            emit Resolved(msg.sender, ref, outcome, totalYes, totalNo);
        }
    }

    function _cancel(bytes32 ref) private nonReentrant {
        _requireNotFinal();
        bool byCreator = msg.sender == creator && block.timestamp < closeTimestamp;
        bool byTime = block.timestamp >= closeTimestamp + ESCAPE_DELAY;
        if (!byCreator && !byTime && msg.sender != resolver) revert NotCanceller();
        status = Status.Cancelled;
        emit Cancelled(msg.sender, ref, 0, totalYes, totalNo);
    }

    function _claimPayout(bytes32 ref) private nonReentrant {
        if (status != Status.Resolved) revert NotResolved();
        uint256 stake = _winningStake(msg.sender);
        uint256 payout = _payout(stake);
        _markClaimed(payout);
        emit PayoutClaimed(msg.sender, ref, stake, payout);
        collateralToken.safeTransfer(msg.sender, payout);
    }

    function _claimRefund(bytes32 ref) private nonReentrant {
        if (status != Status.Cancelled) revert NotCancelled();
        uint256 amount = yesPositions[msg.sender] + noPositions[msg.sender];
        _markClaimed(amount);
        emit RefundClaimed(msg.sender, ref, amount);
        collateralToken.safeTransfer(msg.sender, amount);
    }

    function _markClaimed(uint256 amount) private {
        if (hasClaimed[msg.sender]) revert AlreadyClaimed();
        if (amount == 0) revert NothingToClaim();
        hasClaimed[msg.sender] = true;
    }

    function _winningStake(address account) private view returns (uint256) {
        return winningOutcome == YES ? yesPositions[account] : noPositions[account];
    }

    function _payout(uint256 stake) private view returns (uint256) {
        return _payoutOn(winningOutcome, stake);
    }

    /// @dev Payout of a stake in this outcome's pool if the outcome won. The pool is never empty: a buy adds to it first, and
    /// resolving to an empty outcome cancels. A stake is at most its pool, so the share is at most the losing pool. The
    /// 512-bit multiplication cannot overflow.
    function _payoutOn(uint8 outcome, uint256 stake) private view returns (uint256) {
        (uint256 winning, uint256 losing) = outcome == YES ? (totalYes, totalNo) : (totalNo, totalYes);
        return stake + Math.mulDiv(stake, losing, winning);
    }

    function _requireNotFinal() private view {
        if (status == Status.Resolved || status == Status.Cancelled) revert AlreadyFinal();
    }

    function _requireCloseTime() private view {
        if (block.timestamp < closeTimestamp) revert TooEarly(closeTimestamp);
    }
}
