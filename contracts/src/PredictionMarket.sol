// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IRefRegistry} from "./IRefRegistry.sol";

/// @title One YES/NO question with two parimutuel pools.
/// @notice Stakes go into a pool for each side. When the resolver has named the outcome, each winner takes the stake
/// back and a share of the losing pool in proportion to it, rounded down. A cancelled market returns every stake. There
/// is no fee, no owner, no upgrade and no pause, and time alone lets everyone out: 30 days after the close time anyone
/// may cancel a market that nobody has resolved.
/// @dev Amounts are in the collateral's base units, times in unix seconds. Every action has an overload that ends in
/// `(bytes32 ref, uint64 deadline)`: it takes effect at most once for the caller's ref, and never after the deadline.
/// What is owed follows from the recorded stakes and never from a token balance, so donations change nothing.
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
    /// @notice The close time has come, so nobody can buy any more.
    error BuyingEnded();
    /// @notice The action is allowed from `allowedFrom` (unix seconds) on.
    error TooEarly(uint256 allowedFrom);
    /// @notice Only the creator or the resolver may close a market.
    error NotCreatorOrResolver();
    /// @notice Only the resolver may name the outcome.
    error NotResolver();
    /// @notice The caller may not cancel the market at this time.
    error NotCanceller();
    /// @notice The market has reached Resolved or Cancelled, and stays so.
    error AlreadyFinal();
    /// @notice A payout needs a resolved market.
    error NotResolved();
    /// @notice A refund needs a cancelled market.
    error NotCancelled();
    /// @notice An outcome is 1 (YES) or 2 (NO).
    error InvalidOutcome();
    /// @notice A stake of nothing is no stake.
    error ZeroAmount();
    /// @notice The token moved another amount than it was asked to.
    error CollateralMismatch(uint256 expected, uint256 received);
    /// @notice The caller is owed nothing here.
    error NothingToClaim();
    /// @notice The caller has been paid already.
    error AlreadyClaimed();
    /// @notice Only the factory sets a market up, and only once.
    error NotFactory();

    /// @notice A stake was added. `position` is the buyer's whole stake on that outcome, the totals are the pools after.
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
    /// @notice The resolver named the outcome. Each winner is owed stake + floor(stake * losing pool / winning pool).
    event Resolved(
        address indexed by,
        bytes32 indexed ref,
        uint8 indexed winningOutcome,
        uint256 totalYes,
        uint256 totalNo
    );
    /// @notice Every stake is to be returned. `unbackedOutcome` is the side that the resolver named although nobody had
    /// backed it, or zero when the market was cancelled outright.
    event Cancelled(
        address indexed by,
        bytes32 indexed ref,
        uint8 indexed unbackedOutcome,
        uint256 totalYes,
        uint256 totalNo
    );
    /// @notice A winner was paid `payout`, of which `stake` was their own.
    event PayoutClaimed(address indexed account, bytes32 indexed ref, uint256 stake, uint256 payout);
    /// @notice A stake, of both sides together, was returned.
    event RefundClaimed(address indexed account, bytes32 indexed ref, uint256 amount);

    uint8 public constant YES = 1;
    uint8 public constant NO = 2;
    /// @notice How long after the close time an unresolved market can be cancelled by anyone, in seconds.
    uint256 public constant ESCAPE_DELAY = 30 days;

    /// @notice The factory that deployed this market and keeps the refs.
    IRefRegistry public immutable factory;
    /// @notice The ERC-20 token that stakes and payouts are made in.
    IERC20 public immutable collateralToken;

    /// @notice Who created the market.
    address public creator;
    /// @notice Who names the outcome.
    address public resolver;
    /// @notice When buying ends, in unix seconds.
    uint64 public closeTimestamp;
    /// @notice 0 Open, 1 Closed, 2 Resolved, 3 Cancelled. An open market whose close time has passed still says Open.
    Status public status;
    /// @notice 0 while there is none, 1 YES, 2 NO.
    uint8 public winningOutcome;
    /// @notice The creator's name for the market.
    string public id;
    /// @notice What the market is about.
    string public question;

    /// @notice All that was ever staked on YES. Claims do not lower it.
    uint256 public totalYes;
    /// @notice All that was ever staked on NO. Claims do not lower it.
    uint256 public totalNo;
    /// @notice What an account staked on YES. Claims do not lower it.
    mapping(address account => uint256) public yesPositions;
    /// @notice What an account staked on NO. Claims do not lower it.
    mapping(address account => uint256) public noPositions;
    /// @notice Whether an account has been paid its payout or refund.
    mapping(address account => bool) public hasClaimed;

    modifier once(bytes32 ref, uint64 deadline) {
        factory.useRef(msg.sender, ref, deadline);
        _;
    }

    /// @dev Runs once, for the code that all markets share. That contract is no market: it is born cancelled and empty.
    constructor(address collateral) {
        factory = IRefRegistry(msg.sender);
        collateralToken = IERC20(collateral);
        status = Status.Cancelled;
    }

    /// @dev The factory calls this in the transaction that creates the market, after it has checked the values.
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

    /// @notice Stakes `amount` on YES. The caller must have approved it. Until the close time.
    function buyYes(uint256 amount) external {
        _buy(YES, amount, bytes32(0));
    }

    function buyYes(uint256 amount, bytes32 ref, uint64 deadline) external once(ref, deadline) {
        _buy(YES, amount, ref);
    }

    /// @notice Stakes `amount` on NO. The caller must have approved it. Until the close time.
    function buyNo(uint256 amount) external {
        _buy(NO, amount, bytes32(0));
    }

    function buyNo(uint256 amount, bytes32 ref, uint64 deadline) external once(ref, deadline) {
        _buy(NO, amount, ref);
    }

    /// @notice Marks the market as closed. For the creator and the resolver, from the close time on.
    function closeMarket() external {
        _close(bytes32(0));
    }

    function closeMarket(bytes32 ref, uint64 deadline) external once(ref, deadline) {
        _close(ref);
    }

    /// @notice Names the outcome, 1 (YES) or 2 (NO). For the resolver, from the close time on, whether or not anybody
    /// closed the market. If nobody backed the named side, the market is cancelled instead.
    function resolve(uint8 outcome) external {
        _resolve(outcome, bytes32(0));
    }

    function resolve(uint8 outcome, bytes32 ref, uint64 deadline) external once(ref, deadline) {
        _resolve(outcome, ref);
    }

    /// @notice Pays the caller what `claimablePayout` says.
    function claimPayout() external {
        _claimPayout(bytes32(0));
    }

    function claimPayout(bytes32 ref, uint64 deadline) external once(ref, deadline) {
        _claimPayout(ref);
    }

    /// @notice Cancels the market, so that every stake is returned. For the creator before the close time, for the
    /// resolver until the market is resolved, and for anyone from ESCAPE_DELAY after the close time on.
    function cancelMarket() external {
        _cancel(bytes32(0));
    }

    function cancelMarket(bytes32 ref, uint64 deadline) external once(ref, deadline) {
        _cancel(ref);
    }

    /// @notice Pays the caller what `claimableRefund` says.
    function claimRefund() external {
        _claimRefund(bytes32(0));
    }

    function claimRefund(bytes32 ref, uint64 deadline) external once(ref, deadline) {
        _claimRefund(ref);
    }

    /// @notice Whether anyone can buy at this time.
    function isOpen() public view returns (bool) {
        return status == Status.Open && block.timestamp < closeTimestamp;
    }

    /// @notice All that was ever staked. Claims do not lower it.
    function totalCollateral() external view returns (uint256) {
        return totalYes + totalNo;
    }

    /// @notice What `claimPayout` would pay the account now: zero for losers, before the resolution and after the claim.
    function claimablePayout(address account) external view returns (uint256) {
        return status == Status.Resolved && !hasClaimed[account] ? _payout(_winningStake(account)) : 0;
    }

    /// @notice What `claimRefund` would pay the account now: zero unless the market is cancelled, and after the claim.
    function claimableRefund(address account) external view returns (uint256) {
        return status == Status.Cancelled && !hasClaimed[account] ? yesPositions[account] + noPositions[account] : 0;
    }

    /// @notice Whether `ref` of `sender` has had its effect, here or anywhere among the factory and its markets.
    function refUsed(address sender, bytes32 ref) external view returns (bool) {
        return factory.refUsed(sender, ref);
    }

    function _buy(uint8 outcome, uint256 amount, bytes32 ref) private nonReentrant {
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
        emit Bought(msg.sender, ref, outcome, amount, position, totalYes, totalNo);
        _pull(amount);
    }

    /// @dev A token that keeps a fee, or moves less than asked for another reason, would leave the pools short.
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

    /// @dev The winning pool is never empty: resolving to an empty side cancels. A stake is at most its pool, so the
    /// share is at most the losing pool; multiplying in 512 bits keeps the exit open whatever the amounts.
    function _payout(uint256 stake) private view returns (uint256) {
        (uint256 winning, uint256 losing) = winningOutcome == YES ? (totalYes, totalNo) : (totalNo, totalYes);
        return stake + Math.mulDiv(stake, losing, winning);
    }

    function _requireNotFinal() private view {
        if (status == Status.Resolved || status == Status.Cancelled) revert AlreadyFinal();
    }

    function _requireCloseTime() private view {
        if (block.timestamp < closeTimestamp) revert TooEarly(closeTimestamp);
    }
}
