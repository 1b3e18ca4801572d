// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IRefRegistry} from "./IRefRegistry.sol";
import {PredictionMarket} from "./PredictionMarket.sol";

/// @title Deploys YES/NO markets over one collateral token and keeps the registry of refs.
/// @notice The factory has no owner, and nothing in it can be changed or paused. Every market is an EIP-1167 clone at an
/// address derived from its creator, id, question, close time, resolver and collateral. An address therefore means one
/// market, whatever a reorganisation of the chain does to its creation.
contract PredictionMarketFactory is IRefRegistry {
    /// @notice The collateral is not a contract, or not this factory's token.
    error UnsupportedCollateral(address token);
    /// @notice The resolver is the zero address.
    error InvalidResolver();
    /// @notice The close time is not in the future, or more than MAX_DURATION ahead.
    error InvalidCloseTimestamp();
    /// @notice The creator already has a market with this id.
    error MarketExists(address market);

    /// @notice A market was created.
    /// @param ref The intent's ref, zero for a direct call.
    /// @param closeTimestamp Unix seconds at which buying ends.
    event MarketCreated(
        address indexed market,
        address indexed creator,
        bytes32 indexed ref,
        string id,
        string question,
        uint256 closeTimestamp,
        address resolver,
        address collateralToken
    );

    /// @notice Maximum time from creation to a market's close, in seconds.
    uint256 public constant MAX_DURATION = 5 * 365 days;

    /// @notice ERC-20 token of every market.
    address public immutable collateralToken;
    /// @notice Implementation behind all clones. It is not usable as a market.
    address public immutable implementation;

    /// @notice Number of created markets.
    uint256 public marketCount;
    /// @notice Whether this factory deployed the address.
    mapping(address account => bool) public isMarket;
    /// @notice The creator's market with this id, or zero.
    mapping(address creator => mapping(string id => address market)) public marketOf;

    mapping(address sender => mapping(bytes32 ref => bool)) private _refUsed;

    /// @param collateral ERC-20 token that transfers exact amounts, without fees.
    constructor(address collateral) {
        if (collateral.code.length == 0) revert UnsupportedCollateral(collateral);
        collateralToken = collateral;
        implementation = address(new PredictionMarket(collateral));
    }

    /// @notice Creates a market whose creator is the caller.
    /// @param id Market id, unique among the creator's markets.
    /// @param closeTimestamp Unix seconds, `now < closeTimestamp <= now + MAX_DURATION`.
    /// @param resolver Account that names the outcome.
    /// @param collateral Must be the factory's token. The caller states the expected currency.
    function createMarket(
        string calldata id,
        string calldata question,
        uint256 closeTimestamp,
        address resolver,
        address collateral
    ) external returns (address market) {
        return _createMarket(id, question, closeTimestamp, resolver, collateral, bytes32(0));
    }

    /// @notice Same as above, at most once per `ref` of the caller, and not after `deadline` (unix seconds).
    function createMarket(
        string calldata id,
        string calldata question,
        uint256 closeTimestamp,
        address resolver,
        address collateral,
        bytes32 ref,
        uint64 deadline
    ) external returns (address market) {
        _useRef(msg.sender, ref, deadline);
        return _createMarket(id, question, closeTimestamp, resolver, collateral, ref);
    }

    /// @inheritdoc IRefRegistry
    function useRef(address sender, bytes32 ref, uint64 deadline) external {
        if (!isMarket[msg.sender]) revert NotMarket();
        _useRef(sender, ref, deadline);
    }

    /// @inheritdoc IRefRegistry
    function refUsed(address sender, bytes32 ref) external view returns (bool) {
        return _refUsed[sender][ref];
    }

    /// @notice Address at which a market of these terms is or would be deployed.
    function marketAddressFor(
        address creator,
        string calldata id,
        string calldata question,
        uint256 closeTimestamp,
        address resolver
    ) external view returns (address) {
        bytes32 salt = _salt(creator, id, question, closeTimestamp, resolver);
        return Clones.predictDeterministicAddress(implementation, salt);
    }

    function _createMarket(
        string calldata id,
        string calldata question,
        uint256 closeTimestamp,
        address resolver,
        address collateral,
        bytes32 ref
    ) private returns (address market) {
        if (collateral != collateralToken) revert UnsupportedCollateral(collateral);
        if (resolver == address(0)) revert InvalidResolver();
        if (closeTimestamp <= block.timestamp || closeTimestamp > block.timestamp + MAX_DURATION) {
            revert InvalidCloseTimestamp();
        }
        market = marketOf[msg.sender][id];
        if (market != address(0)) revert MarketExists(market);

        market = Clones.cloneDeterministic(implementation, _salt(msg.sender, id, question, closeTimestamp, resolver));
        marketOf[msg.sender][id] = market;
        isMarket[market] = true;
        marketCount += 1;
        PredictionMarket(market).initialize(msg.sender, id, question, uint64(closeTimestamp), resolver);
        emit MarketCreated(market, msg.sender, ref, id, question, closeTimestamp, resolver, collateral);
    }

    /// @dev A used ref is reported before a passed deadline, because it tells that the intent was executed.
    function _useRef(address sender, bytes32 ref, uint64 deadline) private {
        if (ref == bytes32(0)) revert ZeroRef();
        if (_refUsed[sender][ref]) revert RefUsed(sender, ref);
        if (block.timestamp > deadline) revert DeadlinePassed(deadline);
        _refUsed[sender][ref] = true;
    }

    /// @dev Hash of everything that a market stores at its creation.
    function _salt(
        address creator,
        string calldata id,
        string calldata question,
        uint256 closeTimestamp,
        address resolver
    ) private view returns (bytes32) {
        return keccak256(abi.encode(creator, id, question, closeTimestamp, resolver, collateralToken));
    }
}
